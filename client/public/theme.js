// Sets the colour scheme before the first paint; a file of its own because scripts inside the page are forbidden.
(() => {
	const root = document.documentElement;
	let stored = null;
	try {
		stored = localStorage.getItem("mantine-color-scheme-value");
	} catch {
		// Storage can be forbidden; the system's scheme is used then.
	}
	const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
	const isDark = stored === "dark" || (stored !== "light" && prefersDark);
	root.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
