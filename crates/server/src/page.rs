//! The page, embedded in the binary: served by path, in the smallest encoding that the browser accepts.

use std::io::Read;
use std::net::IpAddr;

use api::{ErrorCode, is_api_path};
use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HOST,
    HeaderName, IF_NONE_MATCH, VARY, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::accept_language::accept_language;
use crate::error_response::ErrorResponse;

/// A clone that has not built its page yet still compiles; the server then explains how to build it. WASM is embedded only
/// compressed: it is most of the page, and every browser accepts gzip.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../apps/web/dist"]
#[exclude = "*.wasm"]
#[allow_missing = true]
struct Dist;

const INDEX: &str = "index.html";
/// On the root element of a page that came from a host; `pages::is_guest` reads it.
const GUEST: &str = "data-guest";

/// No inline scripts or styles, no eval except compiling WASM.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; media-src 'self' blob:; connect-src 'self'; frame-src 'self'; worker-src 'self' blob:; \
     manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The fallback of the studio: what no route has answered.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    serve_to(Audience::Owner, &method, &uri, &headers)
}

/// The fallback of a host. Its page says that it came from there, and offers only what works without a studio.
pub async fn serve_to_guests(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    serve_to(Audience::Guests, &method, &uri, &headers)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Audience {
    Owner,
    Guests,
}

fn serve_to(audience: Audience, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    if is_api_path(uri.path()) {
        return ErrorResponse::from(ErrorCode::UnknownRoute).into_response();
    }
    let texts = accept_language(headers).server();
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, texts.only_read).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    match embedded_path(path) {
        Some(INDEX) if audience == Audience::Guests => answer(INDEX, guest_index(), headers),
        Some(path) => answer(path, best_encoding(path, headers), headers),
        None => (StatusCode::NOT_FOUND, texts.no_such_page_file).into_response(),
    }
}

/// A path without an extension is routed by the page itself; one with an extension must be an embedded file.
fn embedded_path(path: &str) -> Option<&str> {
    let is_route = !path.rsplit('/').next().unwrap_or_default().contains('.');
    if is_route { Some(INDEX) } else { is_embedded(path).then_some(path) }
}

fn is_embedded(path: &str) -> bool {
    Dist::get(path).is_some() || Dist::get(&format!("{path}.gz")).is_some()
}

/// An embedded file, compressed or not.
struct Encoded {
    coding: Option<&'static str>,
    /// Tells the variants of one file apart.
    variant: &'static str,
    file: EmbeddedFile,
}

/// A few kilobytes, so it is not compressed again.
fn guest_index() -> Option<Encoded> {
    let mut file = Dist::get(INDEX).or_else(|| unpacked(INDEX))?;
    let text = String::from_utf8_lossy(&file.data).replacen("<html ", &format!("<html {GUEST} "), 1);
    file.data = text.into_bytes().into();
    Some(Encoded { coding: None, variant: "guest", file })
}

fn answer(path: &str, file: Option<Encoded>, headers: &HeaderMap) -> Response {
    let Some(Encoded { variant, coding, file }) = file else { return not_built() };
    let tag = format!("\"{}{}\"", hex(&file.metadata.sha256_hash()[..8]), variant);
    let mut response = if lists(headers, &IF_NONE_MATCH, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(file.data).into_response()
    };
    let set = response.headers_mut();
    // Names under assets/ contain a hash of the content, so they can be cached forever.
    let cache = if path == INDEX { "no-cache" } else { "public, max-age=31536000, immutable" };
    let fields = [
        (CONTENT_TYPE, Some(content_type(path))),
        (CONTENT_ENCODING, coding.map(str::to_owned)),
        (ETAG, Some(tag)),
        (CACHE_CONTROL, Some(cache.to_owned())),
        (VARY, Some("accept-encoding".to_owned())),
        (CONTENT_SECURITY_POLICY, Some(POLICY.to_owned())),
        (X_FRAME_OPTIONS, Some("DENY".to_owned())),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            is_local(headers).then(|| "same-origin".to_owned()),
        ),
    ];
    for (name, value) in fields {
        if let Some(value) = value.and_then(|value| value.parse().ok()) {
            set.insert(name, value);
        }
    }
    response
}

/// Browsers ignore some headers on pages from other machines over plain HTTP, and log a warning.
fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name =
        host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name);
    name == "localhost" || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn not_built() -> Response {
    let what = "This binary was built without its page. Run `cargo xtask run` in the project, or `cargo xtask web` \
         before `cargo build`.";
    (StatusCode::SERVICE_UNAVAILABLE, what).into_response()
}

/// Brotli, then gzip, then the file itself.
fn best_encoding(path: &str, headers: &HeaderMap) -> Option<Encoded> {
    for (coding, ending) in [("br", "br"), ("gzip", "gz")] {
        if accepts(headers, coding)
            && let Some(file) = Dist::get(&format!("{path}.{ending}"))
        {
            return Some(Encoded { coding: Some(coding), variant: coding, file });
        }
    }
    let file = Dist::get(path).or_else(|| unpacked(path))?;
    Some(Encoded { coding: None, variant: "", file })
}

/// For programs that accept no compression.
fn unpacked(path: &str) -> Option<EmbeddedFile> {
    let compressed = Dist::get(&format!("{path}.gz"))?;
    let mut data = Vec::new();
    GzDecoder::new(&*compressed.data).read_to_end(&mut data).ok()?;
    Some(EmbeddedFile { data: data.into(), ..compressed })
}

/// `gzip;q=0` excludes an encoding; any other weight accepts it.
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|list| list.split(',')).any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        named && !parts.any(|weight| weight.trim_start_matches("q=").parse() == Ok(0.0_f32))
    })
}

fn lists(headers: &HeaderMap, header: &HeaderName, tag: &str) -> bool {
    let value = headers.get(header).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(',').any(|one| one.trim().trim_start_matches("W/") == tag || one.trim() == "*")
}

fn content_type(path: &str) -> String {
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    if guess.type_() == "text" { format!("{guess}; charset=utf-8") } else { guess.to_string() }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(codings: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, codings.parse().unwrap())])
    }

    #[test]
    fn a_weight_of_zero_excludes_an_encoding() {
        assert!(accepts(&accepting("gzip, deflate, br"), "br"));
        assert!(accepts(&accepting("BR;q=0.5"), "br"));
        assert!(!accepts(&accepting("br;q=0, gzip"), "br"));
        assert!(!accepts(&accepting("br; q=0.0"), "br"));
        assert!(!accepts(&accepting("gzip"), "br"));
        assert!(!accepts(&HeaderMap::new(), "br"));
    }

    #[test]
    fn only_this_machine_is_local() {
        let at = |host: &str| is_local(&HeaderMap::from_iter([(HOST, host.parse().unwrap())]));
        assert!(
            ["localhost", "127.0.0.1", "127.0.0.1:38765", "[::1]:4000", "localhost:80"].into_iter().all(at)
        );
        assert!(!["10.0.0.7:38765", "example.org", "[fe80::1]:4000", ""].into_iter().any(at));
    }

    #[tokio::test]
    async fn an_unknown_api_path_is_not_the_page() {
        for (method, path) in [(Method::GET, "/api"), (Method::GET, "/api/none"), (Method::POST, "/api/none")]
        {
            let answer = serve(method, path.parse().unwrap(), HeaderMap::new()).await;
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
            assert_eq!(answer.headers()[CONTENT_TYPE], "application/json", "{path}");
        }
    }

    #[test]
    fn routes_of_the_page_serve_the_index_and_missing_files_nothing() {
        assert_eq!(embedded_path(""), Some(INDEX));
        assert_eq!(embedded_path("study"), Some(INDEX));
        assert_eq!(embedded_path("assets/none.js"), None);
        assert_eq!(embedded_path("../Cargo.toml"), None);
    }

    #[test]
    fn wasm_and_scripts_have_the_content_types_that_browsers_require() {
        assert_eq!(content_type("a.wasm"), "application/wasm");
        assert_eq!(content_type("a.js"), "text/javascript; charset=utf-8");
        assert_eq!(content_type("a.svg"), "image/svg+xml");
    }
}
