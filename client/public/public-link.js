// A chart, device or floor plan for a visitor without an account (`PublicView` of shared/account/public-link.ts). The address names
// the link in its path and holds the secret in its fragment, which is sent as a bearer. No cookies, no storage.
(() => {
	const everyMs = 60_000;
	/** Longer spans change less from one reading to the next. */
	const longEveryMs = 300_000;
	const longSpanMs = 2 * 24 * 3_600_000;
	const waitMs = 20_000;
	const chartHeight = 260;
	const colours = 8;

	const byId = (id) => document.getElementById(id);
	/** In the company's language since the last response (`PublicWords`), in English until then. */
	let words = {
		gone: "This link shows nothing. It may have ended, or its address is not complete. Ask the person who sent it for a new one.",
		busy: "Many people are looking at this link. It is tried again.",
		offlineYet: "There is no connection yet. It is tried again.",
	};
	const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

	/** The last response, with both clocks of this machine: one may be set, the other may stop during sleep. */
	let last = null;
	let isOpened = false;
	let isFailing = false;
	let timer = 0;
	let dueAt = 0;
	let plots = [];

	const publicId = () => window.location.pathname.split("/")[2] ?? "";
	const token = () => window.location.hash.slice(1);
	const sinceMs = ({ at, ticks }) => Math.max(0, Date.now() - at, performance.now() - ticks);

	function element(tag, className, text) {
		const made = document.createElement(tag);
		made.className = className;
		made.textContent = text;
		return made;
	}

	function ageText(ms) {
		const minutes = Math.floor(ms / 60_000);
		if (minutes < 1) return words.now;
		if (minutes < 60) return filled(words.minutesAgo, { minutes });
		const hours = Math.floor(minutes / 60);
		if (hours >= 48) return filled(words.daysAgo, { days: Math.floor(hours / 24) });
		const rest = minutes % 60;
		return filled(rest === 0 ? words.hoursAgo : words.hoursMinutesAgo, { hours, minutes: rest });
	}

	/** The device's clock, read as UTC. */
	function shifted(at, view) {
		const { minutes } = view.offsets.findLast((offset) => offset.at <= at) ?? view.offsets[0];
		return new Date(at + minutes * 60_000);
	}

	function timeText(date, view, options) {
		const hourCycle = view.hourCycle === "24" ? "h23" : "h12";
		return new Intl.DateTimeFormat(view.language, { ...options, hourCycle, timeZone: "UTC" }).format(date);
	}

	const clock = { hour: "2-digit", minute: "2-digit" };
	const day = { day: "numeric", month: "short" };
	const instantText = (at, view) => timeText(shifted(at, view), view, { ...day, year: "numeric", ...clock });
	const nameOf = ({ name, isDerived, isSaturated }) => {
		if (isSaturated) return filled(words.saturatedReading, { name });
		return isDerived ? filled(words.computedReading, { name }) : name;
	};

	function valueText(value, { unit, decimals, isDoor }, view) {
		if (value === null || value === undefined) return "—";
		if (isDoor) return value === 0 ? words.closed : words.open;
		const digits = Math.abs(value).toFixed(decimals);
		const sign = value < 0 && Number(digits) !== 0 ? "−" : "";
		const shown = view.decimalSign === "comma" ? digits.replace(".", ",") : digits;
		return `${sign}${shown}${unit === "" ? "" : ` ${unit}`}`;
	}

	function labelOf(line, view) {
		return view.kind === "device" || view.lines.every(({ device }) => device === line.device)
			? line.name
			: `${line.device} · ${line.name}`;
	}

	/** uPlot, the next script, throws if this is no language tag: Chromium under a POSIX locale has `en-US@posix`. */
	if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(navigator.language)) {
		Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
	}

	/** A sheet of the page's own making: the policy allows no style in its markup. */
	const sheet = new CSSStyleSheet();
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

	function showBrand({ productName, logoLight, logoDark, light, dark }) {
		const rules = (tokens) =>
			Object.entries(tokens)
				.filter(([name, value]) => /^--[a-z-]+$/.test(name) && /^#[0-9a-f]{6}$/.test(value))
				.map(([name, value]) => `${name}: ${value};`)
				.join(" ");
		sheet.replaceSync(`:root { ${rules(light)} } @media (prefers-color-scheme: dark) { :root { ${rules(dark)} } }`);
		byId("brand").hidden = false;
		if (logoLight === null && logoDark === null) {
			byId("brand").textContent = productName;
			return;
		}
		const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
		const logo = document.createElement("img");
		logo.alt = productName;
		logo.src = (isDark ? logoDark : logoLight) ?? logoLight ?? logoDark;
		byId("brand").replaceChildren(logo);
	}

	/** `tick` writes the text, as time passes. */
	function age(at) {
		const made = element("span", "age", "");
		made.dataset.at = String(at);
		return made;
	}

	function readingRow(reading, name) {
		const row = element("li", "reading", "");
		row.append(element("span", "name", name), element("span", "value", reading.text), age(reading.at));
		return row;
	}

	function showReadings(view) {
		const readings = view.plan ? view.plan.dots.flatMap((dot) => dot.readings) : view.readings;
		const isOfOne = readings.every(({ device }) => device === readings[0]?.device);
		byId("readings").replaceChildren();
		for (const reading of readings) {
			const name = isOfOne ? nameOf(reading) : `${reading.device} · ${nameOf(reading)}`;
			byId("readings").append(readingRow(reading, name));
		}
	}

	function showPlan(view) {
		byId("plan-part").hidden = !view.plan;
		byId("chart-part").hidden = view.plan !== undefined;
		if (view.plan) window.publicPlan.show(view, { words, element, request, age, nameOf, readingRow, writeAges });
		else window.publicPlan.clear();
	}

	/** Lines of one unit share a chart. */
	function chartsOf(view) {
		const byUnit = new Map();
		for (const [index, line] of view.lines.entries()) {
			if (line.at.length === 0) continue;
			const key = line.isDoor ? "door" : line.unit;
			byUnit.set(key, [
				...(byUnit.get(key) ?? []),
				{ ...line, colour: index % colours, dash: index < colours ? [] : [6, 4] },
			]);
		}
		return [...byUnit.values()];
	}

	/** Seconds and values, with an empty point within each gap. */
	function columnsOf({ at, value, gapMs }) {
		const [times, values] = [[], []];
		for (const [index, time] of at.entries()) {
			if (index > 0 && gapMs !== null && time - at[index - 1] > gapMs) {
				times.push((at[index - 1] + 1) / 1_000);
				values.push(null);
			}
			times.push(time / 1_000);
			values.push(value[index]);
		}
		return [times, values];
	}

	function drawCharts(view) {
		for (const plot of plots) plot.destroy();
		const style = getComputedStyle(document.documentElement);
		const color = (name) => style.getPropertyValue(name).trim();
		const font = `12px ${getComputedStyle(document.body).fontFamily}`;
		const axis = {
			stroke: color("--quiet"),
			font,
			grid: { stroke: color("--grid"), width: 1 },
			ticks: { show: false },
		};
		const boxes = chartsOf(view).map((lines) => ({ lines, box: element("div", "chart", "") }));
		byId("charts").replaceChildren();
		for (const { box } of boxes) byId("charts").append(box);
		plots = boxes.map(({ lines, box }) => {
			const names = lines.map((line) => labelOf(line, view));
			box.setAttribute("role", "img");
			box.setAttribute("aria-label", names.join(", "));
			const steps = (_, splits) =>
				splits.map((seconds) => {
					const date = shifted(seconds * 1_000, view);
					const isMidnight = date.getUTCHours() === 0 && date.getUTCMinutes() === 0;
					return timeText(date, view, isMidnight ? day : clock);
				});
			const isDoor = lines[0].isDoor === true;
			const options = {
				width: Math.max(box.clientWidth, 200),
				height: isDoor ? chartHeight / 2 : chartHeight,
				tzDate: (seconds) => {
					const date = shifted(seconds * 1_000, view);
					const [hours, minutes, rest] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
					return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), hours, minutes, rest);
				},
				cursor: { drag: { x: false, y: false } },
				scales: { x: { range: () => [view.from / 1_000, view.to / 1_000] } },
				axes: [
					{ ...axis, values: steps, space: 80 },
					{
						...axis,
						size: 80,
						values: (_, splits) =>
							splits.map((value) => (isDoor && value % 1 !== 0 ? "" : axisText(value, lines[0], view))),
					},
				],
				series: [
					{ label: words.time, value: (_, seconds) => (seconds === null ? "—" : instantText(seconds * 1_000, view)) },
					...lines.map((line, index) => ({
						label: names[index],
						stroke: color(`--series-${line.colour}`),
						width: 2,
						dash: line.dash,
						paths: isDoor ? window.uPlot.paths.stepped({ align: 1 }) : undefined,
						points: { show: line.at.length === 1 },
						value: (_, value) => valueText(value, line, view),
					})),
				],
			};
			return new window.uPlot(
				options,
				window.uPlot.join(
					lines.map(columnsOf),
					lines.map(() => [0, 2]),
				),
				box,
			);
		});
		byId("none").hidden = plots.length > 0;
	}

	/** A scale needs more digits than its values where it is narrow. */
	function axisText(value, line, view) {
		const own = String(Math.abs(value)).split(".")[1]?.length ?? 0;
		return valueText(value, { ...line, decimals: Math.min(own, 4) }, view);
	}

	function showTable(view) {
		const details = byId("table");
		for (const table of details.querySelectorAll("div")) table.remove();
		if (!details.open) return;
		const rows = new Map();
		for (const [index, { at, value }] of view.lines.entries()) {
			for (const [point, time] of at.entries()) {
				const row = rows.get(time) ?? view.lines.map(() => null);
				row[index] = value[point];
				rows.set(time, row);
			}
		}
		const table = document.createElement("table");
		const head = document.createElement("tr");
		for (const text of [words.time, ...view.lines.map((line) => labelOf(line, view))]) {
			const cell = element("th", "", text);
			cell.scope = "col";
			head.append(cell);
		}
		table.append(head);
		for (const [at, values] of [...rows].sort(([one], [other]) => other - one)) {
			const row = document.createElement("tr");
			const time = element("th", "", instantText(at, view));
			time.scope = "row";
			row.append(time);
			for (const [index, value] of values.entries()) {
				row.append(element("td", "", valueText(value, view.lines[index], view)));
			}
			table.append(row);
		}
		const box = element("div", "scroll", "");
		box.tabIndex = 0;
		box.setAttribute("role", "region");
		box.setAttribute("aria-label", words.table);
		box.append(table);
		details.append(box);
	}

	function show(view) {
		document.title = `${view.title} – ${view.brand.productName}`;
		document.documentElement.lang = view.language;
		byId("title").textContent = view.title;
		byId("latest-title").textContent = words.latest;
		byId("chart-title").textContent = words.chart;
		byId("none").textContent = words.noReadings;
		byId("table").querySelector("summary").textContent = words.table;
		byId("save-picture").textContent = words.savePicture;
		byId("save-data").textContent = words.saveData;
		byId("content").hidden = false;
		showBrand(view.brand);
		showPlan(view);
		showReadings(view);
		drawCharts(view);
		byId("means").hidden = view.bucketMs === 0 || plots.length === 0;
		byId("means").textContent = filled(words.means, { minutes: Math.round(view.bucketMs / 60_000) });
		byId("save-picture").hidden = !view.allowsPicture || plots.length === 0;
		byId("save-data").hidden = !view.allowsData || plots.length === 0;
		byId("table").hidden = plots.length === 0;
		showTable(view);
		tick();
	}

	function say(notice) {
		byId("notice").hidden = notice === "";
		if (byId("notice").textContent !== notice) byId("notice").textContent = notice;
	}

	function writeAges(root) {
		const passed = sinceMs(last);
		for (const each of root.querySelectorAll("[data-at]")) {
			const { at } = each.dataset;
			each.textContent = at === "null" ? words.neverRead : ageText(last.view.now - Number(at) + passed);
		}
	}

	/** The age of each reading by the backend's clock. */
	function tick() {
		document.body.classList.toggle("cut", isFailing && last !== null);
		if (last === null) return;
		writeAges(document);
		if (isFailing) say(filled(words.offline, { time: timeText(shifted(last.view.now, last.view), last.view, clock) }));
	}

	function end(notice) {
		last = null;
		isFailing = false;
		for (const plot of plots) plot.destroy();
		plots = [];
		for (const id of ["readings", "charts", "brand", "title"]) byId(id).replaceChildren();
		window.publicPlan.clear();
		for (const id of ["content", "brand"]) byId(id).hidden = true;
		for (const table of byId("table").querySelectorAll("div")) table.remove();
		sheet.replaceSync("");
		document.title = "";
		say(notice);
	}

	function fail(notice) {
		isFailing = true;
		if (last === null) say(notice);
	}

	function request(query) {
		const headers = { authorization: `Bearer ${token()}` };
		const signal = AbortSignal.timeout(waitMs);
		const address = `/api/public-link?link=${encodeURIComponent(publicId())}${query}`;
		return fetch(address, { headers, signal, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" });
	}

	/** Returns the milliseconds until the next request. */
	async function refresh() {
		const response = await request(isOpened ? "" : "&opening");
		if (response.status === 404) {
			end(words.gone);
			return longEveryMs;
		}
		if (!response.ok) {
			fail(response.status === 429 ? words.busy : words.offlineYet);
			return Math.max(everyMs, 1_000 * Number(response.headers.get("retry-after") ?? 0));
		}
		const view = await response.json();
		words = view.words;
		isOpened = true;
		last = { view, at: Date.now(), ticks: performance.now() };
		isFailing = false;
		say("");
		show(view);
		return view.to - view.from > longSpanMs ? longEveryMs : everyMs;
	}

	/** A hidden page reads again once it is seen. */
	async function run() {
		clearTimeout(timer);
		const sentToken = token();
		if (sentToken === "") {
			end(words.gone);
			return;
		}
		dueAt = Number.POSITIVE_INFINITY;
		let nextMs = everyMs;
		try {
			nextMs = await refresh();
		} catch {
			fail(words.offlineYet);
		}
		tick();
		if (token() !== sentToken) return;
		dueAt = Date.now() + nextMs;
		timer = setTimeout(goOn, nextMs);
	}

	function goOn() {
		if (!document.hidden && Date.now() >= dueAt - 1_000) void run();
	}

	function save(blob, ending) {
		const link = document.createElement("a");
		link.href = URL.createObjectURL(blob);
		link.download = `${last.view.title}.${ending}`;
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
	}

	async function savePicture() {
		const { view } = last;
		const pixel = window.devicePixelRatio;
		const style = getComputedStyle(document.documentElement);
		const color = (name) => style.getPropertyValue(name).trim();
		const { fontFamily } = getComputedStyle(document.body);
		const charts = plots.map(({ ctx, series }) => ({ canvas: ctx.canvas, names: series.slice(1) }));
		const [margin, row, headHeight] = [16, 22, 56];
		const width = charts.reduce((most, { canvas }) => Math.max(most, canvas.width / pixel), 0);
		const height = charts.reduce(
			(sum, { canvas, names }) => sum + canvas.height / pixel + row * names.length,
			headHeight,
		);
		const picture = document.createElement("canvas");
		picture.width = (width + 2 * margin) * pixel;
		picture.height = (height + 2 * margin) * pixel;
		const pen = picture.getContext("2d");
		pen.scale(pixel, pixel);
		pen.fillStyle = color("--tile");
		pen.fillRect(0, 0, width + 2 * margin, height + 2 * margin);
		const write = (text, x, y, font, ink) => {
			pen.font = `${font} ${fontFamily}`;
			pen.fillStyle = color(ink);
			pen.fillText(text, x, y, width);
		};
		write(view.title, margin, margin + 16, "600 16px", "--text");
		const span = [view.from, view.to].map((at) => instantText(at, view)).join(" – ");
		write(`${span} · ${view.brand.productName}`, margin, margin + 38, "13px", "--quiet");
		let top = margin + headHeight;
		for (const { canvas, names } of charts) {
			pen.drawImage(canvas, margin, top, canvas.width / pixel, canvas.height / pixel);
			top += canvas.height / pixel;
			for (const line of names) {
				pen.fillStyle = line.stroke();
				pen.fillRect(margin, top + 8, 24, 3);
				write(line.label, margin + 32, top + 14, "13px", "--text");
				top += row;
			}
		}
		const blob = await new Promise((done) => picture.toBlob(done, "image/png"));
		if (blob !== null) save(blob, "png");
	}

	async function saveData() {
		try {
			const response = await request("&as=csv");
			if (response.ok) save(await response.blob(), "csv");
			else if (response.status === 404) end(words.gone);
			else say(words.busy);
		} catch {
			say(words.offlineYet);
		}
	}

	byId("save-picture").addEventListener("click", () => void savePicture());
	byId("save-data").addEventListener("click", () => void saveData());
	byId("table").addEventListener("toggle", () => last && showTable(last.view));
	window.addEventListener("hashchange", () => {
		isOpened = false;
		end("");
		void run();
	});
	window.addEventListener("online", () => void run());
	window.addEventListener("resize", () => {
		for (const plot of plots)
			plot.setSize({ width: Math.max(plot.root.parentElement.clientWidth, 200), height: plot.height });
	});
	document.addEventListener("visibilitychange", goOn);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => last && show(last.view));
	setInterval(tick, 15_000);
	document.addEventListener("DOMContentLoaded", () => void run());
})();
