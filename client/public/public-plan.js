// The floor plan of a public link (`PublicPlan` of shared/account/public-link.ts): its picture with a dot for each device.
// The picture needs the token, and the page's policy allows images of its own paths only: so it is drawn, not addressed.
window.publicPlan = (() => {
	const zooms = [1, 1.5, 2, 3, 4, 6];
	const positionMost = 65_535;
	/** The size of a label in CSS pixels. Values of many dots would cover each other. */
	const labelArea = 84 * 44;
	const states = ["alert", "out", "silent", "acknowledged", "muted", "normal"];

	const byId = (id) => document.getElementById(id);
	let page = null;
	let plan = null;
	let zoom = 0;
	/** Indexes of the dot in the order of the Tab key, and of the one that is pointed at. */
	let stop = 0;
	let pointed = null;
	let shownPicture = null;

	const dotElements = () => [...byId("dots").querySelectorAll("button")];

	async function drawPicture(version) {
		shownPicture = version;
		try {
			const response = await page.request("&as=picture");
			if (!response.ok) throw new Error(String(response.status));
			const picture = await createImageBitmap(await response.blob());
			if (shownPicture !== version) return;
			const canvas = byId("picture");
			canvas.width = picture.width;
			canvas.height = picture.height;
			canvas.getContext("2d").drawImage(picture, 0, 0);
		} catch {
			// The next response leads to another request.
			if (shownPicture === version) shownPicture = null;
		}
	}

	function dotOf(index) {
		const item = document.createElement("li");
		const dot = page.element("button", "dot", "");
		dot.type = "button";
		dot.addEventListener("focus", () => point(index));
		dot.addEventListener("pointerenter", () => point(index));
		dot.addEventListener("click", () => point(index));
		dot.addEventListener("keydown", (event) => walk(index, event));
		item.append(dot);
		return item;
	}

	function fill(dot, { name, state, text, at, x, y }) {
		const { element, words } = page;
		dot.dataset.state = state;
		dot.style.left = `${(x / positionMost) * 100}%`;
		dot.style.top = `${(y / positionMost) * 100}%`;
		dot.classList.toggle("end", x > positionMost * 0.6);
		dot.classList.toggle("high", y < positionMost * 0.2);
		dot.classList.toggle("low", y > positionMost * 0.8);
		const label = element("span", "label", "");
		label.setAttribute("aria-hidden", "true");
		label.append(element("b", "", name), element("span", "state", words[state]), element("span", "", text || "—"));
		label.append(page.age(at));
		const spoken = element("span", "spoken", `${[name, words[state], text].filter(Boolean).join(", ")}, `);
		spoken.append(page.age(at));
		dot.replaceChildren(element("i", "shape", ""), label, spoken);
	}

	function walk(index, event) {
		const { length } = plan.dots;
		const next = { ArrowLeft: index - 1, ArrowUp: index - 1, ArrowRight: index + 1, ArrowDown: index + 1 };
		const to = { Home: 0, End: length - 1, ...next }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		dotElements()[Math.min(length - 1, Math.max(0, to))]?.focus();
	}

	function point(index) {
		const dots = dotElements();
		for (const each of new Set([stop, pointed])) {
			if (each === null || !dots[each]) continue;
			dots[each].tabIndex = -1;
			delete dots[each].dataset.pointed;
		}
		stop = index;
		pointed = index;
		dots[index].tabIndex = 0;
		dots[index].dataset.pointed = "";
		showPointed();
	}

	function showPointed() {
		const { element, words } = page;
		const dot = pointed === null ? undefined : plan.dots[pointed];
		const box = byId("pointed");
		if (!dot) {
			box.replaceChildren(element("p", "age", words.planKeys));
			return;
		}
		const list = element("ul", "readings", "");
		for (const reading of dot.readings) list.append(page.readingRow(reading, page.nameOf(reading)));
		box.replaceChildren(element("h3", "", dot.name), element("p", "", words[dot.state]), list);
		page.writeAges(box);
	}

	function showSize() {
		const [view, sheet] = [byId("plan-view"), byId("sheet")];
		const factor = zooms[zoom];
		const before = sheet.offsetWidth;
		const middle = { x: view.scrollLeft + view.clientWidth / 2, y: view.scrollTop + view.clientHeight / 2 };
		sheet.style.width = `${factor * 100}%`;
		sheet.style.aspectRatio = `${plan.width} / ${plan.height}`;
		const grown = before === 0 ? 1 : sheet.offsetWidth / before;
		view.scrollLeft = middle.x * grown - view.clientWidth / 2;
		view.scrollTop = middle.y * grown - view.clientHeight / 2;
		byId("larger").disabled = zoom === zooms.length - 1;
		byId("smaller").disabled = zoom === 0;
		byId("whole").disabled = zoom === 0;
		const hasRoom = plan.dots.length * labelArea <= sheet.offsetWidth * sheet.offsetHeight * 0.6;
		byId("dots").classList.toggle("room", hasRoom);
	}

	function setZoom(next) {
		zoom = Math.min(zooms.length - 1, Math.max(0, next));
		showSize();
	}

	function showWords({ element, words }) {
		byId("plan-title").textContent = words.plan;
		byId("larger").textContent = words.larger;
		byId("smaller").textContent = words.smaller;
		byId("whole").textContent = words.whole;
		byId("legend").setAttribute("aria-label", words.shapes);
		byId("legend").replaceChildren();
		for (const state of states) {
			const item = element("li", "", "");
			item.dataset.state = state;
			item.append(element("i", "shape", ""), words[state]);
			byId("legend").append(item);
		}
	}

	/** `parts`: helpers of public-link.js, with the words of the last response. */
	function show(view, parts) {
		[page, plan] = [parts, view.plan];
		showWords(parts);
		byId("plan-view").setAttribute("aria-label", view.title);
		// A part that scrolls needs the keyboard.
		byId("plan-view").tabIndex = 0;
		byId("picture").setAttribute("aria-label", plan.altText);
		// Focus stays on its dot: elements are filled anew, not replaced.
		const list = byId("dots");
		while (list.children.length > plan.dots.length) list.lastElementChild.remove();
		while (list.children.length < plan.dots.length) list.append(dotOf(list.children.length));
		stop = Math.min(stop, Math.max(0, plan.dots.length - 1));
		if (pointed !== null && pointed >= plan.dots.length) pointed = null;
		for (const [index, dot] of dotElements().entries()) {
			fill(dot, plan.dots[index]);
			dot.tabIndex = index === stop ? 0 : -1;
		}
		showPointed();
		showSize();
		if (shownPicture !== plan.picture) void drawPicture(plan.picture);
	}

	function clear() {
		[plan, pointed, shownPicture, stop, zoom] = [null, null, null, 0, 0];
		for (const id of ["dots", "pointed", "legend"]) byId(id).replaceChildren();
		byId("picture").width = 0;
		for (const id of ["picture", "plan-view"]) byId(id).removeAttribute("aria-label");
	}

	byId("larger").addEventListener("click", () => setZoom(zoom + 1));
	byId("smaller").addEventListener("click", () => setZoom(zoom - 1));
	byId("whole").addEventListener("click", () => setZoom(0));
	window.addEventListener("resize", () => plan && showSize());
	return { show, clear };
})();
