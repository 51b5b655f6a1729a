// Runs before the first paint: puts on the chosen theme, then fetches and opens the studio.
(() => {
  const { app, wasm } = document.currentScript.dataset;
  try {
    const theme = localStorage.getItem("tabiya.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is refused here: the theme follows the system.
  }
  const parsed = new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  Promise.all([import(app), fetch(wasm), parsed])
    .then(async ([studio, module_or_path]) => {
      await studio.default({ module_or_path });
      studio.open();
    })
    .catch(async (error) => {
      console.error(error);
      await parsed;
      const failed = document.getElementById("failed");
      if (failed) failed.hidden = false;
    });
})();
