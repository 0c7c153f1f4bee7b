// Sets the colour scheme before the first paint; a file of its own because scripts inside the page are forbidden.
(() => {
	const root = document.documentElement;
	const attribute = "data-mantine-color-scheme";
	let stored = null;
	try {
		stored = localStorage.getItem("mantine-color-scheme-value");
	} catch {
		// Storage can be forbidden; the system's scheme is used then.
	}
	const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
	const isDark = stored === "dark" || (stored !== "light" && prefersDark);
	root.setAttribute(attribute, isDark ? "dark" : "light");

	// The browser's own frame follows the screen, also where a person chose another scheme than the system's.
	const metas = [...document.querySelectorAll('meta[name="theme-color"]')];
	const colors = Object.fromEntries(
		metas.map((meta) => [meta.media.includes("dark") ? "dark" : "light", meta.content]),
	);
	const follow = () => {
		const color = colors[root.getAttribute(attribute)];
		for (const meta of metas) if (color !== undefined) meta.content = color;
	};
	follow();
	new MutationObserver(follow).observe(root, { attributeFilter: [attribute] });
})();
