// Runs before the first paint: puts on the chosen theme, then fetches and starts the studio.
(() => {
  const { app, wasm } = document.currentScript.dataset;
  try {
    const theme = localStorage.getItem("tabiya.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is refused here: the theme follows the system.
  }
  const parsed = new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  const loaded = import(app).then(async (studio) => {
    await studio.default({ module_or_path: wasm });
    return studio;
  });
  Promise.all([loaded, parsed])
    .then(([studio]) => studio.open())
    .catch(async (error) => {
      await parsed;
      const failed = document.getElementById("failed");
      if (failed) failed.hidden = false;
      console.error(error);
    });
})();
