// Loads the code of the screen at this address beside the entry, which would ask for it only once it runs. The build
// writes which files a screen needs into the page; a development server does not, and nothing is loaded early.
(() => {
	const data = document.getElementById("screens");
	if (!data) return;
	const { files, screens } = JSON.parse(data.textContent);
	const segments = location.pathname.replace(/\/$/, "").split("/");
	const isHere = (path) => {
		const pattern = path.replace(/\/$/, "").split("/");
		return (
			pattern.length === segments.length &&
			pattern.every((part, index) => part.startsWith("$") || part === segments[index])
		);
	};
	const exact = screens.find(([path]) => isHere(path) && !path.includes("$"));
	const [, wanted] = exact ?? screens.find(([path]) => isHere(path)) ?? ["", []];
	for (const index of wanted) {
		const link = document.createElement("link");
		const isStyle = files[index].endsWith(".css");
		link.rel = isStyle ? "preload" : "modulepreload";
		if (isStyle) link.as = "style";
		link.crossOrigin = "";
		link.href = `/${files[index]}`;
		document.head.append(link);
	}
})();
