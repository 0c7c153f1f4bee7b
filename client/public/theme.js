// Sets the color scheme and the account's brand before the first paint: scripts inside the page are forbidden. The
// console announces a brand with the event `brand`, whose detail is a ShownBrand of `shared/account/brand.ts`.
(() => {
	const root = document.documentElement;
	const attribute = "data-mantine-color-scheme";
	const key = "brand";
	const read = (storage) => {
		try {
			return storage().getItem(key);
		} catch {
			// Storage can be forbidden; then the product's own look applies.
			return null;
		}
	};
	const keep = (storage, text) => {
		try {
			storage().setItem(key, text);
		} catch {
			// The next sign-in sets it again.
		}
	};
	let stored = {};
	try {
		stored = { scheme: localStorage.getItem("mantine-color-scheme-value"), language: localStorage.getItem("language") };
	} catch {
		// The system's scheme and English apply then.
	}
	const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
	const isDark = stored.scheme === "dark" || (stored.scheme !== "light" && prefersDark);
	root.setAttribute(attribute, isDark ? "dark" : "light");

	const height = 26;
	const mostWidth = 150;
	const sheet = new CSSStyleSheet();
	let data = document.getElementById(key);
	// The Worker writes it into the page: this hostname shows it to everyone.
	const ofHost = data && JSON.parse(data.textContent);

	// No module may be requested before: the map names the folder with the page's words.
	const folders = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
	// `pt-PT` reads `pt-BR`, `zh-TW` reads `zh-Hans`: of each language, the words that there are.
	const baseOf = (tag) => tag.toLowerCase().split("-")[0];
	const withWords = (tag) => {
		if (typeof tag !== "string" || tag.length > 35) return undefined;
		const tags = Object.keys(folders);
		return tags.find((known) => known === tag) ?? tags.find((known) => baseOf(known) === baseOf(tag));
	};
	const wanted = [stored.language, ofHost?.language, ...(navigator.languages ?? [])].map(withWords).find(Boolean);
	const failed = takeFailed();
	const language = wanted && wanted !== failed ? wanted : "en";
	if (folders[language]) {
		const map = document.createElement("script");
		map.type = "importmap";
		map.id = "import-map";
		map.textContent = JSON.stringify({ imports: { "#words/": folders[language] } });
		document.head.append(map);
		root.lang = language;
		root.dir = /^(?:ar|fa|he|ur)$/.test(baseOf(language)) ? "rtl" : "ltr";
		if (failed) root.dataset.wordsFailed = failed;
		if (language !== "en") addEventListener("error", reloadInEnglish, true);
	}

	// Only before anything is shown: later, a screen whose words are missing can be tried again.
	function reloadInEnglish({ target }) {
		const isOfWords = target?.href?.includes?.(folders[language]);
		if (!isOfWords || !navigator.onLine || document.getElementById("root")?.childElementCount) return;
		try {
			sessionStorage.setItem("wordsFailed", language);
			location.reload();
		} catch {
			// Without storage the page would load for ever.
		}
	}
	function takeFailed() {
		try {
			const tag = sessionStorage.getItem("wordsFailed");
			sessionStorage.removeItem("wordsFailed");
			return withWords(tag);
		} catch {
			return undefined;
		}
	}

	// The browser's own frame follows the screen's scheme, not the system's.
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

	const neutral = document.title;
	const neutralIcon = document.querySelector('link[rel="icon"]')?.cloneNode();

	const isColor = (entry) => /^--[a-z-]+$/.test(entry[0]) && /^#[0-9a-f]{6}$/.test(entry[1]);
	const isImage = (image) => /^[0-9a-f]{64}$/.test(image?.hash) && image.width > 0 && image.height > 0;
	const logo = (name, image, ground) => {
		const around = ground === "transparent" ? 0 : 6;
		const width = Math.min(mostWidth, Math.round((height * image.width) / image.height)) + 2 * around;
		return (
			`--logo${name}:url(/api/brand/${image.hash}) center/contain no-repeat content-box,${ground};` +
			`--logo${name}-width:${width}px;--logo${name}-padding:${around / 2}px ${around}px;`
		);
	};
	const rule = (selector, colors, logos) => {
		const own = Object.entries(colors ?? {}).filter(isColor);
		return `${selector}{${own.map((entry) => `${entry.join(":")};`).join("")}${logos}}`;
	};
	const sheetOf = ({ light, dark, logoLight, logoDark }) => {
		const onLight = isImage(logoLight) ? logoLight : isImage(logoDark) ? logoDark : null;
		const onDark = isImage(logoDark) ? logoDark : onLight;
		if (!onLight) return rule(":root", light, "") + rule('[data-mantine-color-scheme="dark"]', dark, "");
		// A logo made for the other scheme gets a background in that scheme's color.
		const lightGround = onLight === logoDark ? "#131f26" : "transparent";
		const darkGround = onDark === logoLight ? "#ffffff" : "transparent";
		const onStory = `--logo-drop:none;${logo("-story", onDark, darkGround)}`;
		return (
			rule(":root", light, onStory + logo("", onLight, lightGround)) +
			rule('[data-mantine-color-scheme="dark"]', dark, logo("", onDark, darkGround))
		);
	};
	const show = (brand) => {
		sheet.replaceSync(brand ? sheetOf(brand) : "");
		const image = brand && (isDark ? brand.logoDark : brand.logoLight);
		if (isImage(image)) new Image().src = `/api/brand/${image.hash}`;
		if (!data) {
			data = document.createElement("script");
			data.type = "application/json";
			data.id = key;
			document.head.append(data);
		}
		data.textContent = JSON.stringify(brand);
		if (brand && document.title === neutral) document.title = brand.productName;
		const icon = document.querySelector('link[rel="icon"]');
		if (!icon || !neutralIcon) return;
		const own = brand && isImage(brand.favicon);
		icon.type = own ? "image/png" : neutralIcon.type;
		icon.href = own ? `/api/brand/${brand.favicon.hash}` : neutralIcon.href;
	};
	const parsed = (text) => {
		try {
			return JSON.parse(text);
		} catch {
			return null;
		}
	};
	// A tab may show another account than the last one that was signed in to.
	const kept = parsed(read(() => sessionStorage) ?? read(() => localStorage));
	// A hostname always shows its own account's look, in the newest known revision.
	const chosen = (brand) => (!ofHost || (brand?.id === ofHost.id && brand.revision > ofHost.revision) ? brand : ofHost);
	document.adoptedStyleSheets.push(sheet);
	if (kept || ofHost) show(chosen(kept));
	let shown = JSON.stringify(chosen(kept) ?? null);
	addEventListener(key, ({ detail }) => {
		const brand = detail ?? null;
		// Store that an account has no brand too: another tab may have one.
		const text = JSON.stringify(brand);
		keep(() => sessionStorage, text);
		keep(() => localStorage, text);
		const next = JSON.stringify(chosen(brand));
		if (next === shown) return;
		shown = next;
		show(chosen(brand));
	});
})();
