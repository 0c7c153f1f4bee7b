// A screen on a wall: the tiles of one group, or its floor plan (`WallView` of shared/account/wall.ts), with the age of all data. The
// token is in the fragment, which browsers never send, and is sent as a bearer. No cookies, no storage.
(() => {
	const everyMs = 30_000;
	/** Checks an ended link again, in case it was ended by mistake. */
	const endedEveryMs = 300_000;
	const waitMs = 15_000;
	const reloadMs = 24 * 3_600_000;
	/** The lowest legible tile, in CSS pixels. If tiles would be lower, the page scrolls instead. */
	const leastHeight = 112;
	/** With more dots, their names would cover each other. */
	const fewDots = 30;

	const byId = (id) => document.getElementById(id);
	/** In the company's language since the last response (`WallWords`), in English until then. */
	let words = {
		screen: "Screen",
		devices: "Devices",
		alert: "Alert",
		silent: "No connection",
		acknowledged: "Alert, acknowledged",
		muted: "Muted",
		named: "{state}: {names}",
		now: "Read just now",
		minutesAgo: "Read {minutes} min ago",
		hoursAgo: "Read {hours} h ago",
		hoursMinutesAgo: "Read {hours} h {minutes} min ago",
		daysAgo: "Read {days} days ago",
		neverRead: "Nothing read yet",
		computed: "Computed: {name}",
		computedReading: "{name} (computed)",
		saturatedReading: "{name} (computed at 100 % humidity)",
		offline: "No connection since {time}. This is what was known then.",
		offlineYet: "There is no connection yet. It is tried again.",
		linkExpired: "The link of this screen has expired. Ask for a new one.",
		linkInvalid: "The link of this screen is not valid any more. Ask for a new one.",
	};
	const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

	const startedAt = Date.now();
	/** The last response, with both clocks of this machine: one may be set, the other may stop during sleep. */
	let last = null;
	let isFailing = false;
	/** The company's formats of the last response; the specified ones until then. */
	let formats = { hourCycle: "12", decimalSign: "point" };
	let timer = 0;

	const sinceMs = ({ at, ticks }) => Math.max(0, Date.now() - at, performance.now() - ticks);

	function ageText(ms) {
		const minutes = Math.floor(ms / 60_000);
		if (minutes < 1) return words.now;
		if (minutes < 60) return filled(words.minutesAgo, { minutes });
		const hours = Math.floor(minutes / 60);
		if (hours >= 48) return filled(words.daysAgo, { days: Math.floor(hours / 24) });
		const rest = minutes % 60;
		return filled(rest === 0 ? words.hoursAgo : words.hoursMinutesAgo, { hours, minutes: rest });
	}

	/** Like `instantTexts` of shared/time/time-zones.ts, on this machine's clock. */
	function clockText(at) {
		const date = new Date(at);
		const [hours, minutes] = [date.getHours(), date.getMinutes()];
		const twoDigits = (number) => String(number).padStart(2, "0");
		if (formats.hourCycle === "24") return `${twoDigits(hours)}:${twoDigits(minutes)}`;
		return `${twoDigits(hours % 12 || 12)}:${twoDigits(minutes)} ${hours < 12 ? "AM" : "PM"}`;
	}

	function element(tag, className, text) {
		const made = document.createElement(tag);
		made.className = className;
		made.textContent = text;
		return made;
	}

	/** A sensor sent none of the computed values. */
	function nameOf({ name, isDerived, isSaturated }) {
		if (isSaturated) return filled(words.saturatedReading, { name });
		return isDerived ? filled(words.computedReading, { name }) : name;
	}

	function tileOf({ name, state, isSilent, readings }) {
		const tile = element("li", `tile ${state}${isSilent ? " old" : ""}`, "");
		const inner = element("div", "inner", "");
		const [first, ...others] = readings;
		const alerting = readings.filter(({ isAlerting }) => isAlerting).map((reading) => reading.name);
		inner.append(
			element("h2", "", name),
			element("p", `value${first?.isAlerting ? " alerting" : ""}`, first ? first.text : "—"),
		);
		if (first?.isDerived) {
			const text = first.isSaturated ? nameOf(first) : filled(words.computed, first);
			inner.append(element("p", "computed", text));
		}
		if (others.length > 0) {
			const rest = others.map((reading) =>
				element("span", reading.isAlerting ? "alerting" : "", `${nameOf(reading)} ${reading.text}`),
			);
			const line = element("span", "", "");
			for (const [index, reading] of rest.entries()) {
				if (index > 0) line.append(" · ");
				line.append(reading);
			}
			const part = element("p", "others", "");
			part.append(line);
			inner.append(part);
		}
		inner.append(element("p", "age", ""));
		tile.append(inner);
		// A device can be silent and in alert at once. Names come last, as a narrow strip cuts its end.
		const states = [words[state] ?? "", isSilent && state !== "silent" ? words.silent : ""].filter(Boolean).join(" · ");
		const isNamed = alerting.length > 0 && (state === "alert" || state === "acknowledged");
		const named = isNamed ? filled(words.named, { state: states, names: alerting.join(", ") }) : states;
		if (states !== "") tile.append(element("p", "strip", named));
		return tile;
	}

	/** Enough columns for all tiles to fill the screen, each a little wider than high. */
	function columnsFor(count) {
		const { innerWidth, innerHeight } = window;
		const most = Math.max(1, Math.floor(innerWidth / 150));
		// Below a plan one row has room: the worst are in it.
		if (last?.view.plan) return Math.min(most, count);
		return Math.min(most, Math.max(1, Math.ceil(Math.sqrt((count * innerWidth) / innerHeight / 1.4))));
	}

	/** Every reading is as large as the longest allows. */
	function layOut() {
		const tiles = last?.view.tiles ?? [];
		const columns = columnsFor(Math.max(tiles.length, 1));
		const longest = tiles.reduce((most, { readings }) => Math.max(most, readings[0]?.text.length ?? 0), 6);
		const rows = Math.max(Math.ceil(tiles.length / columns), 1);
		const { style } = byId("tiles");
		const gap = Number.parseFloat(getComputedStyle(byId("tiles")).rowGap);
		const top = byId("tiles").getBoundingClientRect().top + window.scrollY;
		const below = Number.parseFloat(getComputedStyle(document.body).paddingBottom);
		const note = byId("more").hidden
			? 0
			: byId("more").offsetHeight + Number.parseFloat(getComputedStyle(document.body).rowGap);
		const height = (window.innerHeight - top - below - note - gap * (rows - 1)) / rows;
		style.setProperty("--columns", String(columns));
		style.setProperty("--height", `${Math.max(Math.floor(height), leastHeight)}px`);
		style.setProperty("--characters", String(longest));
	}

	/** The version of the picture that is shown or being fetched. */
	let shownPicture = null;

	/** Shows the picture by a data URL: the page's policy allows no other for a file that needs the token. */
	async function fetchPicture(token, version) {
		shownPicture = version;
		try {
			const headers = { authorization: `Bearer ${token}` };
			const signal = AbortSignal.timeout(waitMs);
			const response = await fetch("/api/wall?picture=1", { headers, signal, cache: "no-store", credentials: "omit" });
			if (!response.ok) throw new Error(String(response.status));
			const file = await response.blob();
			const reader = new FileReader();
			reader.addEventListener("load", () => {
				if (shownPicture === version) byId("picture").src = reader.result;
			});
			reader.readAsDataURL(file);
		} catch {
			// The next response leads to another request.
			if (shownPicture === version) shownPicture = null;
		}
	}

	function dotOf({ name, state, isSilent, readings, x, y }) {
		const dot = element("li", `dot ${state}${isSilent ? " old" : ""}${x > 52_000 ? " end" : ""}`, "");
		dot.style.left = `${(x / 65_535) * 100}%`;
		dot.style.top = `${(y / 65_535) * 100}%`;
		const label = element("span", "label", "");
		const states = [words[state] ?? "", isSilent && state !== "silent" ? words.silent : ""].filter(Boolean).join(" · ");
		const [first] = readings;
		label.append(element("b", "", name), element("span", "", first ? first.text : "—"));
		if (states !== "") label.append(element("span", "state", states));
		label.append(element("small", "age", ""));
		dot.append(element("i", "shape", ""), label);
		return dot;
	}

	function showPlan(plan) {
		byId("plan").hidden = !plan;
		if (!plan) {
			shownPicture = null;
			byId("picture").removeAttribute("src");
			byId("dots").replaceChildren();
			return;
		}
		byId("plan").style.setProperty("--ratio", `${plan.width} / ${plan.height}`);
		document.body.classList.toggle("beside", last.view.tiles.length > 0);
		byId("plan").style.setProperty("--wide", String(plan.width / plan.height));
		byId("picture").alt = plan.altText;
		const dots = document.createDocumentFragment();
		for (const dot of plan.dots) dots.append(dotOf(dot));
		byId("dots").replaceChildren(dots);
		byId("dots").classList.toggle("many", plan.dots.length > fewDots);
		if (shownPicture !== plan.picture) void fetchPicture(window.location.hash.slice(1), plan.picture);
	}

	function show(view) {
		document.title = view.group;
		byId("group").textContent = view.group;
		byId("summary").textContent = view.summary ?? "";
		const tiles = document.createDocumentFragment();
		for (const tile of view.tiles) tiles.append(tileOf(tile));
		byId("tiles").replaceChildren(tiles);
		showPlan(view.plan);
		byId("more").hidden = view.more === 0;
		byId("more").textContent = view.moreText ?? "";
		layOut();
	}

	function say(notice) {
		byId("notice").hidden = notice === "";
		if (byId("notice").textContent === notice) return;
		byId("notice").textContent = notice;
		layOut();
	}

	/** The clock, and the age of each reading by the console's own clock. */
	function tick() {
		byId("clock").textContent = clockText(Date.now());
		document.body.classList.toggle("cut", isFailing && last !== null);
		if (last === null) return;
		const passed = sinceMs(last);
		const read = [...(last.view.plan?.dots ?? []), ...last.view.tiles];
		for (const [index, age] of [...document.querySelectorAll(".age")].entries()) {
			const readAt = read[index]?.readAt ?? null;
			age.textContent = readAt === null ? words.neverRead : ageText(last.view.now - readAt + passed);
		}
		if (isFailing) say(filled(words.offline, { time: clockText(last.at) }));
	}

	function end(notice) {
		last = null;
		isFailing = false;
		for (const id of ["tiles", "summary"]) byId(id).replaceChildren();
		byId("more").hidden = true;
		showPlan(null);
		byId("group").textContent = words.screen;
		say(notice);
	}

	function fail() {
		isFailing = true;
		if (last === null) say(words.offlineYet);
	}

	/** Returns the milliseconds until the next request. */
	async function ask(token) {
		const headers = { authorization: `Bearer ${token}` };
		const signal = AbortSignal.timeout(waitMs);
		const response = await fetch("/api/wall", { headers, signal, cache: "no-store", credentials: "omit" });
		if (response.status === 401 || response.status === 410) {
			end(response.status === 410 ? words.linkExpired : words.linkInvalid);
			return endedEveryMs;
		}
		if (!response.ok) {
			fail();
			return Math.max(everyMs, 1_000 * Number(response.headers.get("retry-after") ?? 0));
		}
		const view = await response.json();
		formats = view;
		words = view.words ?? words;
		document.documentElement.lang = view.language ?? "en";
		for (const id of ["tiles", "dots"]) byId(id).setAttribute("aria-label", words.devices);
		if (Date.now() - startedAt > reloadMs) window.location.reload();
		last = { view, at: Date.now(), ticks: performance.now() };
		isFailing = false;
		say("");
		show(view);
		return everyMs;
	}

	async function run() {
		clearTimeout(timer);
		const token = window.location.hash.slice(1);
		if (token === "") {
			end("The address of this screen is not complete. Copy all of it.");
			return;
		}
		let nextMs = everyMs;
		try {
			nextMs = await ask(token);
		} catch {
			fail();
		}
		tick();
		// A new address sends its own requests.
		if (window.location.hash.slice(1) === token) {
			clearTimeout(timer);
			timer = setTimeout(run, nextMs);
		}
	}

	window.addEventListener("hashchange", () => {
		end("");
		void run();
	});
	window.addEventListener("online", () => void run());
	window.addEventListener("resize", layOut);
	void document.fonts.ready.then(layOut);
	setInterval(tick, 1_000);
	tick();
	void run();
})();
