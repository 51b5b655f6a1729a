use super::*;

struct Fixture {
    folder: tempfile::TempDir,
    file: PathBuf,
    files: OpenedFiles,
    backups: Backups,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let real = fs::canonicalize(folder.path()).unwrap();
        let file = real.join("game.sgf");
        fs::write(&file, "(;)").unwrap();
        let files = OpenedFiles::new(vec![file.clone()]);
        let backups = Backups::in_folder(real.join("backups"));
        files.set_backups(backups.clone());
        Fixture { folder, file, files, backups }
    }

    fn save(&self, seen: &str, text: &str) -> Result<Replaced, ApiError> {
        self.files.save(&self.file, Some(tag(seen.as_bytes()).as_bytes()), text.as_bytes())
    }

    fn overwrite(&self, text: &str) -> Result<Replaced, ApiError> {
        self.files.save(&self.file, None, text.as_bytes())
    }

    fn contents(&self) -> String {
        fs::read_to_string(&self.file).unwrap()
    }

    fn copies(&self) -> Vec<String> {
        let copies = self.backups.list(&self.file);
        copies.iter().map(|copy| fs::read_to_string(&copy.path).unwrap()).collect()
    }
}

#[test]
fn a_relative_path_becomes_absolute() {
    let here = fs::canonicalize(".").unwrap();
    let opened = OpenedFiles::new(vec!["Cargo.toml".into()]);
    let all = opened.all();
    assert_eq!(all[0].path, here.join("Cargo.toml"));
    assert_eq!(entry(0, &all[0]).given, None, "the relative path is no identity");
    let missing = opened.add(Path::new("none.sgf"));
    assert_eq!(missing.path, here.join("none.sgf").to_string_lossy());
}

#[cfg(unix)]
#[test]
fn every_path_to_a_file_leads_to_the_same_entry() {
    let fixture = Fixture::new();
    let folder = fs::canonicalize(fixture.folder.path()).unwrap();
    let (soft, hard) = (folder.join("soft.sgf"), folder.join("hard.sgf"));
    std::os::unix::fs::symlink(&fixture.file, &soft).unwrap();
    fs::hard_link(&fixture.file, &hard).unwrap();
    fs::create_dir(folder.join("inner")).unwrap();
    for path in [&soft, &hard, &folder.join("inner/../game.sgf"), &folder.join("./game.sgf")] {
        let opened = fixture.files.add(path);
        let expected = (0, fixture.file.to_string_lossy().into_owned());
        assert_eq!((opened.number, opened.path), expected, "{}", path.display());
    }
    let given = fixture.files.add(&soft).given;
    assert_eq!(given, Some(soft.to_string_lossy().into_owned()), "autosaves of earlier versions are found");
    fs::write(folder.join("other.sgf"), "(;)").unwrap();
    assert_eq!(fixture.files.add(&folder.join("other.sgf")).number, 1);
}

#[test]
fn the_contents_before_the_first_save_after_opening_are_kept() {
    let fixture = Fixture::new();
    for (seen, text) in [("(;)", "1"), ("1", "2"), ("2", "3")] {
        assert_eq!(fixture.save(seen, text), Ok(Replaced::default()));
    }
    assert_eq!((fixture.contents().as_str(), fixture.copies()), ("3", vec!["(;)".to_owned()]));
    fixture.files.read(&fixture.file).unwrap();
    fixture.save("3", "4").unwrap();
    fixture.save("4", "5").unwrap();
    assert_eq!(fixture.copies(), ["3", "(;)"]);
}

#[test]
fn saving_what_the_file_contains_makes_no_copy() {
    let fixture = Fixture::new();
    fixture.save("(;)", "(;)").unwrap();
    assert_eq!(fixture.copies(), [""; 0]);
}

#[test]
fn copies_are_turned_off_by_zero_but_other_programs_versions_are_still_kept() {
    let fixture = Fixture::new();
    fixture.backups.set_settings(&api::files::BackupSettings { keep: 0 }).unwrap();
    fixture.save("(;)", "1").unwrap();
    assert_eq!(fixture.copies(), [""; 0]);
    fs::write(&fixture.file, "theirs").unwrap();
    fixture.overwrite("2").unwrap();
    assert_eq!((fixture.contents().as_str(), fixture.copies()), ("2", vec!["theirs".to_owned()]));
}

#[test]
fn what_another_program_wrote_is_refused_and_kept_when_it_is_overwritten() {
    let fixture = Fixture::new();
    fixture.save("(;)", "ours").unwrap();
    fs::write(&fixture.file, "theirs").unwrap();
    let refused = fixture.save("ours", "ours 2").unwrap_err();
    assert_eq!((refused.code, fixture.contents().as_str()), (ErrorCode::FileChanged, "theirs"));
    assert_eq!(refused.param("path"), fixture.file.to_string_lossy());
    let kept = fixture.overwrite("ours 2").unwrap().kept.unwrap();
    assert_eq!(fs::read_to_string(kept).unwrap(), "theirs");
    assert_eq!(fixture.contents(), "ours 2");
    assert_eq!(fixture.copies(), ["theirs", "(;)"]);
}

#[test]
fn nothing_is_overwritten_if_the_other_version_cannot_be_kept() {
    let fixture = Fixture::new();
    fs::write(fixture.backups.folder(), "a file in the way").unwrap();
    let refused = fixture.overwrite("ours").unwrap_err();
    assert_eq!((refused.code, fixture.contents().as_str()), (ErrorCode::CannotBackUp, "(;)"));
    let replaced = fixture.save("(;)", "ours").unwrap();
    assert_eq!(replaced.problem.map(|problem| problem.code), Some(ErrorCode::CannotBackUp));
    assert_eq!(fixture.contents(), "ours", "an ordinary save succeeds and reports it");
}

#[test]
fn a_deleted_file_is_written_again() {
    let fixture = Fixture::new();
    fs::remove_file(&fixture.file).unwrap();
    fixture.save("(;)", "ours").unwrap();
    assert_eq!((fixture.contents().as_str(), fixture.copies().len()), ("ours", 0));
}

#[test]
fn what_a_killed_write_left_beside_an_opened_file_is_removed() {
    let fixture = Fixture::new();
    let folder = fixture.folder.path();
    fs::write(folder.join(".tabiya-aB3xYz.part"), "(;").unwrap();
    fs::write(folder.join("film.part"), "mine").unwrap();
    fixture.files.add(&fixture.file);
    assert!(!folder.join(".tabiya-aB3xYz.part").exists());
    assert!(folder.join("film.part").exists());
}

#[test]
fn a_failed_save_names_the_users_path() {
    let fixture = Fixture::new();
    let file = fixture.folder.path().join("none/game.sgf");
    let error = fixture.files.save(&file, None, b"(;)").unwrap_err();
    let text = error.message(i18n::Language::En);
    assert!(text.contains("none/game.sgf") && !text.contains(".part"), "{text}");
}

#[tokio::test]
async fn asking_for_the_tag_makes_no_further_copy() {
    let fixture = Fixture::new();
    fixture.save("(;)", "1").unwrap();
    assert_eq!(fixture.copies(), ["(;)"]);
    let answer = tag_now(State(fixture.files.clone()), Segment(0)).await.unwrap();
    let body = axum::body::to_bytes(answer.into_body(), 1000).await.unwrap();
    assert_eq!(serde_json::from_slice::<String>(&body).unwrap(), tag(b"1"));
    fixture.save("1", "2").unwrap();
    assert_eq!(fixture.copies(), ["(;)"], "reading it for the page would keep another one");
}
