// Rounds on a phone, also without a network: `RoundWalk` of shared/round/round-walk.ts, kept for 72 hours in the storage of the
// person who is signed in, and checks that wait to be sent. Each has an id made here, so that sent again it counts once.
(() => {
	const keptMs = 72 * 3_600_000;
	const clockOffMs = 300_000;
	const everyMs = 30_000;
	/** Lowest and highest of many places cost the account's object time. */
	const readEveryMs = 300_000;
	const waitMs = 20_000;
	const sentKeptMs = 30 * 24 * 3_600_000;
	const sentMost = 2_000;
	const mostFailures = 3;
	const minuteMs = 60_000;
	/** Written by the console (client/api/tabs-memory.ts): the person of this browser; absent: signed out. */
	const personName = "heard-person";

	/** In the person's language since the last response, in English until then. */
	let words = {
		title: "Rounds",
		signIn: "Sign in",
		signOut: "Sign out",
		console: "Open the console",
		signedOut: "Sign in to see your rounds.",
		ended: "Your session has ended. Sign in again: what you entered is kept on this device for you.",
		offline: "No network. What you enter is kept on this device and sent later.",
		asOf: "As of {time}.",
		tooOld: "These rounds were last read {time}, more than three days ago. Connect to a network.",
		never: "Open this page once with a network.",
		none: "There are no rounds for you.",
		clockOff: "The clock of this device is wrong by {span}. Both times are stored.",
		waiting: "Checks that wait to be sent: {count}",
		sendNow: "Send now",
		allSent: "Everything is sent.",
		due: "Due {time}",
		done: "Done for {time}",
		missed: "Missed at {time}",
		next: "Next {time}",
		noTime: "No time in the next three days",
		placesDone: "{done} of {all} places",
		seen: "Seen",
		save: "Save",
		again: "Check again",
		checkedHere: "Checked {time}, not sent yet",
		checkedBy: "Checked {time}, {name}",
		last: "Last check {time}, {name}",
		extremes: "{name}: lowest {low}, highest {high} since {time}",
		noReadings: "{name}: no readings since the last check",
		deviceGone: "The device was deleted. Say what you see.",
		limits: "Limits: {limits}",
		between: "{low} to {high}",
		below: "at most {high}",
		above: "at least {low}",
		out: "Out of limits",
		reason: "Reason and what you did",
		reasonNeeded: "State why, and what you did: a value is out of limits or missing.",
		notANumber: "Enter a number, such as {example}.",
		notSent: "Not sent: {reason}",
		noRight: "You can no longer see this round.",
		tryAgain: "Try again",
		delete: "Delete this check",
		deleteSure: "Delete what you entered at {place}?",
		signOutSure: "Checks that are not sent yet: {count}. Signing out deletes them from this device.",
		signOutDelete: "Delete and sign out",
		stay: "Stay",
		storageFull: "This device stores nothing more. Send the checks that wait, or free some space.",
		minutes: "{count} min",
		hours: "{count} h",
		days: "{count} days",
		readOnly: "You may look at rounds, not do them.",
	};
	const filled = (text, values = {}) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
	const say = (name, values) => filled(words[name] ?? "", values);
	const byId = (id) => document.getElementById(id);
	const language = [read("language"), navigator.language].find(isTag) ?? "en";

	/** A browser may name a language that its own formats reject. */
	function isTag(tag) {
		try {
			return typeof tag === "string" && tag.length <= 35 && Intl.getCanonicalLocales(tag).length > 0;
		} catch {
			return false;
		}
	}

	function read(name) {
		try {
			return localStorage.getItem(name);
		} catch {
			return null;
		}
	}

	/** False: the storage is full, or forbidden. */
	function write(name, value) {
		try {
			if (value === null) localStorage.removeItem(name);
			else localStorage.setItem(name, value);
			return true;
		} catch {
			return false;
		}
	}

	let person = read(personName);
	/** `walk` null: nothing is known. `drafts`: by place while typed, `waiting`: to be sent, with an error if rejected. */
	let memory = empty();
	let hasEnded = false;
	let isOffline = !navigator.onLine;
	let isFull = false;
	let isSending = false;
	let isAskedAgain = false;
	let timer = 0;

	function empty() {
		return { account: null, walk: null, at: 0, drafts: {}, waiting: [] };
	}

	function load() {
		try {
			memory = { ...empty(), ...JSON.parse(read(`rounds ${person}`) ?? "{}") };
		} catch {
			memory = empty();
		}
		if (memory.walk) words = { ...words, ...memory.walk.words };
	}

	/** Deletes rounds of a signed-out user, or older than three days, from this device. Entered checks stay. */
	function forgetOld() {
		try {
			for (const name of Object.keys(localStorage).filter((each) => each.startsWith("rounds "))) {
				const stored = JSON.parse(read(name) ?? "{}");
				const isOld = name !== `rounds ${person}` || Math.abs(now() - stored.at) > keptMs;
				if (isOld && stored.walk) write(name, JSON.stringify({ ...stored, walk: null }));
			}
			const isOthers = (name) => name.startsWith("rounds-sent ") && name !== `rounds-sent ${person}`;
			for (const name of Object.keys(localStorage).filter(isOthers)) write(name, null);
		} catch {
			// Without storage there is nothing to forget.
		}
	}

	function keep() {
		if (person === null) return;
		const text = JSON.stringify(memory);
		isFull =
			!write(`rounds ${person}`, text) && !(write(`rounds-sent ${person}`, null) && write(`rounds ${person}`, text));
	}

	function sentChecks() {
		try {
			return JSON.parse(read(`rounds-sent ${person}`) ?? "[]");
		} catch {
			return [];
		}
	}

	function keepSent(checks) {
		const recent = checks.filter(({ receivedAt }) => receivedAt > trueNow() - sentKeptMs).slice(-sentMost);
		write(`rounds-sent ${person}`, JSON.stringify(recent));
	}

	/** Sends again what a restore has removed: received within `spans`. */
	function takeBack(spans) {
		const sent = sentChecks();
		const isLost = ({ account, receivedAt }) =>
			account === memory.account && spans.some(({ from, until }) => receivedAt > from && receivedAt <= until);
		const lost = sent.filter(isLost);
		if (lost.length === 0) return;
		const off = now() - trueNow();
		const readAtOf = (at) => (Math.abs(off) > clockOffMs ? at + off : at);
		for (const { account, receivedAt, at, ...check } of lost) memory.waiting.push({ ...check, readAt: readAtOf(at) });
		keep();
		keepSent(sent.filter((check) => !isLost(check)));
		isAskedAgain = true;
	}

	const now = () => Date.now();
	/** The console's time, by how far this clock was off at the last response. */
	const trueNow = () => now() - (memory.walk ? memory.at - memory.walk.now : 0);

	function timeText(at, timeZone) {
		const style = { timeZone, dateStyle: "medium", timeStyle: "short" };
		try {
			return new Intl.DateTimeFormat(language, style).format(at);
		} catch {
			return new Intl.DateTimeFormat("en", { ...style, timeZone: "UTC" }).format(at);
		}
	}

	function spanText(ms) {
		const minutes = Math.round(Math.abs(ms) / minuteMs);
		if (minutes < 120) return say("minutes", { count: minutes });
		const hours = Math.round(minutes / 60);
		return hours < 48 ? say("hours", { count: hours }) : say("days", { count: Math.round(hours / 24) });
	}

	const numberText = (value, unit) => {
		const digits = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
		return unit === "" ? digits : `${digits} ${unit}`;
	};

	function limitsText({ low, high, unit }) {
		if (low !== null && high !== null)
			return say("between", { low: numberText(low, unit), high: numberText(high, unit) });
		if (high !== null) return say("below", { high: numberText(high, unit) });
		return low === null ? "" : say("above", { low: numberText(low, unit) });
	}

	/** Null: no number, or a comma that may group thousands for readers who write a point, as `typedNumber` of the console. */
	function numberOf(text) {
		const arabic = /[٠-٩۰-۹]/g;
		const ascii = text.normalize("NFKC").replace(arabic, (digit) => String(digit.charCodeAt(0) & 15));
		const signed = ascii.trim().replace(/[−–]/, "-").replace("٫", ".");
		if (numberText(0.5, "").includes(".") && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(signed)) return null;
		const plain = signed.replace(",", ".");
		return /^[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/.test(plain) ? Number(plain) : null;
	}

	const isBeyond = ({ low, high }, value) =>
		value !== null && ((low !== null && value < low) || (high !== null && value > high));

	function element(tag, facts = {}, ...children) {
		const made = document.createElement(tag);
		for (const [name, value] of Object.entries(facts)) {
			if (name === "text") made.textContent = value;
			else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
			else made.setAttribute(name, value);
		}
		for (const child of children.flat()) if (child !== null) made.append(child);
		return made;
	}

	function fill(id, children) {
		const all = document.createDocumentFragment();
		for (const child of children) all.append(child);
		byId(id).replaceChildren(all);
	}

	async function call(method, path, input) {
		const headers = { "x-requested-by": "aqlcloud", "x-aqlcloud-contract": "2", "x-language": language };
		if (person !== null) headers["x-aqlcloud-person"] = person;
		if (memory.account !== null) headers["x-aqlcloud-account"] = memory.account;
		const body = JSON.stringify({ json: input });
		const address = method === "GET" ? `/api/proxy/${path}?input=${encodeURIComponent(body)}` : `/api/proxy/${path}`;
		if (method === "POST") headers["content-type"] = "application/json";
		const response = await fetch(address, {
			...{ method, headers, cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(waitMs) },
			...(method === "POST" && { body }),
		});
		const { result, error } = await response.json();
		if (response.ok && result) return { data: result.data.json, account: response.headers.get("x-aqlcloud-account") };
		const data = error?.json?.data ?? {};
		return { status: response.status, reason: data.reason ?? null, fields: data.fields ?? {} };
	}

	async function checkPerson() {
		const headers = { "x-requested-by": "aqlcloud" };
		const signal = AbortSignal.timeout(waitMs);
		const response = await fetch("/api/isAuthenticated", { headers, cache: "no-store", signal });
		if (!response.ok) throw new Error("Not checked");
		const { isAuthenticated, user } = await response.json();
		const found = isAuthenticated ? user.sub : null;
		hasEnded = found === null && person !== null;
		if (found === null || found === person) return found !== null;
		person = found;
		write(personName, found);
		load();
		return true;
	}

	/** `isDue` false: only sends waiting checks, and fetches rounds that are old. */
	async function refresh(isDue = true) {
		clearTimeout(timer);
		timer = setTimeout(() => void refresh(false), everyMs);
		if (isSending) {
			isAskedAgain = isDue;
			return;
		}
		isSending = true;
		try {
			if (await checkPerson()) {
				isOffline = false;
				const count = memory.waiting.length;
				await sendWaiting();
				const isOld = memory.walk === null || Math.abs(now() - memory.at) > readEveryMs;
				const isRead = isDue || isOld || memory.waiting.length < count;
				const { data, account } = isRead ? await call("GET", "round.getRoundWalk", { language }) : {};
				if (data) {
					memory = { ...memory, walk: data, at: now(), account: account ?? memory.account };
					words = { ...words, ...data.words };
					keep();
					takeBack(data.restored ?? []);
				}
			} else isOffline = false;
		} catch {
			isOffline = true;
		}
		isSending = false;
		render();
		if (!isAskedAgain) return;
		isAskedAgain = false;
		void refresh();
	}

	/** Rejected checks stay, with the values that were entered. One that the server fails at lets others pass. */
	async function sendWaiting() {
		let failures = 0;
		for (const entry of memory.waiting.filter(({ error }) => error === undefined)) {
			const { id, roundId, placeId, readAt, values, reason } = entry;
			const input = { id, roundId, placeId, readAt, sentAt: now(), values, reason };
			const sent = await call("POST", "round.addEntry", input);
			if (sent.status >= 500 && failures < mostFailures) {
				failures += 1;
				const isFailed = (each) => each.id === id;
				memory.waiting = [...memory.waiting.filter((each) => !isFailed(each)), ...memory.waiting.filter(isFailed)];
				continue;
			}
			if (!sent.data && !isAboutEntry(sent)) return;
			const error = sent.data ? undefined : errorOf(sent);
			memory.waiting = memory.waiting.flatMap((each) => (each.id !== id ? each : sent.data ? [] : { ...each, error }));
			keep();
			if (sent.data) {
				const { at, receivedAt } = sent.data;
				keepSent([...sentChecks(), { ...entry, at, receivedAt, account: sent.account }]);
			}
		}
	}

	/** Any other error concerns all checks: they wait. */
	function isAboutEntry({ status, reason }) {
		return status === 400 || status === 404 || reason === "NOT_PERMITTED" || reason === "NO_ACCESS";
	}

	function errorOf({ reason, fields }) {
		if (reason === "ROUND_NOT_FOUND" || reason === "NOT_PERMITTED" || reason === "NO_ACCESS") return say("noRight");
		return Object.values(fields).join(" ") || reason || "";
	}

	/** Same as `roundState` of shared/round/round-state.ts, with checks that wait here. */
	function stateOf(round) {
		const at = trueNow();
		const openMs = round.opensMinutes * minuteMs;
		const graceMs = round.graceMinutes * minuteMs;
		const own = memory.waiting.filter(({ roundId }) => roundId === round.id);
		const begun = round.dues.filter((dueAt) => dueAt - openMs <= at);
		const currents = begun.map((dueAt) => {
			const done = new Set(round.recent.filter((entry) => entry.dueAt === dueAt).map(({ placeId }) => placeId));
			for (const { placeId, dueAt: ownDue } of own) if (ownDue === dueAt) done.add(placeId);
			return { dueAt, isOver: at > dueAt + graceMs, done, isDone: round.places.every(({ id }) => done.has(id)) };
		});
		const open = currents.find(({ isOver, isDone }) => !isOver && !isDone);
		const next = round.dues.find((dueAt) => dueAt - openMs > at) ?? null;
		return { current: open ?? currents.at(-1) ?? null, next };
	}

	function statusText(round, { current, next }) {
		const time = (at) => timeText(at, round.zone);
		const ahead = next === null ? say("noTime") : say("next", { time: time(next) });
		if (current === null) return ahead;
		const counts = say("placesDone", { done: current.done.size, all: round.places.length });
		if (current.isDone) return `${say("done", { time: time(current.dueAt) })}. ${ahead}`;
		if (current.isOver) return `${say("missed", { time: time(current.dueAt) })}: ${counts}. ${ahead}`;
		return `${say("due", { time: time(current.dueAt) })}: ${counts}`;
	}

	function render() {
		document.documentElement.lang = language;
		document.title = say("title");
		byId("title").textContent = say("title");
		byId("console").textContent = say("console");
		byId("sign-out").textContent = say("signOut");
		byId("sign-out").hidden = person === null || hasEnded || isOffline;
		renderNotices();
		const active = document.activeElement;
		if (!byId("rejected").contains(active)) renderRejected();
		// Leave a field alone while the user types in it, and keep the focus.
		const place = active?.closest("[data-place]");
		if (place?.contains(active) && active.matches("input, textarea")) return;
		renderRounds();
		if (place) document.querySelector(`[data-place="${CSS.escape(place.dataset.place)}"] button`)?.focus();
	}

	function renderNotices() {
		const notices = [];
		const add = (text, ...others) => notices.push(element("p", { class: "notice" }, text, others));
		const signIn = () => element("a", { href: "/login?next=%2Frounds%2F", text: say("signIn") });
		if (hasEnded) add(say("ended"), " ", signIn());
		else if (person === null) add(isOffline ? say("never") : say("signedOut"), " ", signIn());
		if (isOffline && person !== null) {
			const age = memory.walk ? "asOf" : memory.at > 0 ? "tooOld" : "never";
			add(`${say("offline")} ${say(age, { time: timeText(memory.at) })}`);
		}
		if (isFull) add(say("storageFull"));
		const off = memory.walk ? memory.at - memory.walk.now : 0;
		if (person !== null && Math.abs(off) > clockOffMs) add(say("clockOff", { span: spanText(off) }));
		const waiting = memory.waiting.filter(({ error }) => error === undefined).length;
		if (person !== null && waiting > 0) {
			add(
				say("waiting", { count: waiting }),
				" ",
				element("button", { type: "button", text: say("sendNow"), onclick: () => void refresh() }),
			);
		}
		fill("notices", notices);
	}

	const isStale = () => Math.abs(now() - memory.at) > keptMs;

	function renderRejected() {
		const cards = memory.waiting.filter(({ error }) => error !== undefined).map(rejectedCard);
		fill("rejected", person === null || hasEnded ? [] : cards);
	}

	function rejectedCard(entry) {
		const { id, placeName, error, values, reason, readAt } = entry;
		const typed = values.map(({ name, value }) => `${name}: ${value ?? "—"}`).join("; ");
		const field = element("textarea", { rows: "2", maxlength: "500" });
		field.value = reason;
		const change = (changed) => {
			memory.waiting = memory.waiting.flatMap((each) => (each.id === id ? changed(each) : each));
			keep();
			// A card that has the focus is not rendered.
			byId("console").focus();
			render();
		};
		const again = () => {
			change(({ error: _, ...each }) => ({ ...each, reason: field.value }));
			void refresh();
		};
		const remove = async () => {
			if (await confirmed(say("deleteSure", { place: placeName }), say("delete"))) change(() => []);
		};
		return element(
			"section",
			{ "aria-label": placeName },
			element("h2", { text: placeName }),
			element("p", { class: "bad", text: say("notSent", { reason: error }) }),
			element("p", { class: "quiet", text: `${timeText(readAt)} ${typed}` }),
			element("label", {}, say("reason"), field),
			element(
				"div",
				{ class: "buttons" },
				element("button", { type: "button", text: say("tryAgain"), onclick: again }),
				element("button", { type: "button", class: "danger", text: say("delete"), onclick: remove }),
			),
		);
	}

	function renderRounds() {
		const isShown = person !== null && !hasEnded && memory.walk !== null && !isStale();
		const rounds = isShown ? memory.walk.rounds : [];
		const cards = rounds.map((round) => roundCard(round, stateOf(round)));
		if (isShown && rounds.length === 0) cards.push(element("p", { text: say("none") }));
		if (isShown && !memory.walk.canDo) cards.unshift(element("p", { class: "notice", text: say("readOnly") }));
		fill("rounds", cards);
	}

	function roundCard(round, state) {
		const { current } = state;
		const done = current && !current.isOver ? current.done : new Set();
		const dueAt = current && !current.isOver ? current.dueAt : null;
		return element(
			"section",
			{ "aria-label": round.name },
			element("h2", { text: round.name }),
			element("p", {
				class: current && !current.isDone && current.isOver ? "bad" : "quiet",
				text: statusText(round, state),
			}),
			round.places.map((place) => placeCard(round, place, { isDone: done.has(place.id), dueAt })),
		);
	}

	function placeCard(round, place, { isDone, dueAt }) {
		const key = `${round.id} ${place.id}`;
		const own = memory.waiting.findLast((entry) => entry.roundId === round.id && entry.placeId === place.id);
		const since = (memory.walk.since[round.id] ?? []).find(({ placeId }) => placeId === place.id);
		const last = since?.last ?? null;
		const card = element("div", { class: "place", "data-place": key }, element("h3", { text: place.name }));
		if (own)
			card.append(
				element("p", { class: "good", text: say("checkedHere", { time: timeText(own.readAt, round.zone) }) }),
			);
		else if (last) {
			const name = isDone ? "checkedBy" : "last";
			card.append(
				element("p", {
					class: isDone ? "good" : "quiet",
					text: say(name, { time: timeText(last.at, round.zone), name: last.by }),
				}),
			);
		}
		if (!memory.walk.canDo) return card;
		if (isDone && memory.drafts[key] === undefined) {
			const again = () => {
				memory.drafts[key] = { typed: {}, reason: "" };
				keep();
				renderRounds();
			};
			card.append(
				element("button", {
					type: "button",
					text: say("again"),
					"aria-label": `${say("again")}: ${place.name}`,
					onclick: again,
				}),
			);
			return card;
		}
		for (const part of checkForm(round, place, { key, since, dueAt })) card.append(part);
		return card;
	}

	function checkForm(round, place, { key, since, dueAt }) {
		const draft = memory.drafts[key] ?? { typed: {}, reason: "" };
		const save = () => {
			memory.drafts[key] = draft;
			keep();
		};
		const results = since?.results ?? [];
		const parts = results.map((result) => extremesLine(result, round));
		if (place.checks.some(({ kind, deviceId }) => kind === "readings" && deviceId === null)) {
			parts.push(element("p", { class: "quiet", text: say("deviceGone") }));
		}
		const handChecks = place.checks.filter(({ kind }) => kind === "hand");
		const typedValue = ({ id }) => numberOf(draft.typed[id] ?? "");
		const inputs = handChecks.map((check) => {
			const input = element("input", { inputmode: "decimal", autocomplete: "off" });
			const error = element("span", { class: "bad", role: "alert" });
			input.value = draft.typed[check.id] ?? "";
			input.addEventListener("input", () => {
				draft.typed[check.id] = input.value;
				input.removeAttribute("aria-invalid");
				error.textContent = "";
				save();
				showReason();
			});
			const label = check.unit === "" ? check.name : `${check.name} (${check.unit})`;
			const limits = limitsText(check);
			const help = limits === "" ? null : element("span", { class: "quiet", text: say("limits", { limits }) });
			parts.push(element("label", {}, label, input, help, error));
			return { check, input, error };
		});
		const reason = element("textarea", { rows: "2", maxlength: "500" });
		const reasonError = element("span", { class: "bad", role: "alert" });
		reason.value = draft.reason;
		reason.addEventListener("input", () => {
			draft.reason = reason.value;
			reason.removeAttribute("aria-invalid");
			reasonError.textContent = "";
			save();
		});
		const reasonLabel = element("label", {}, say("reason"), reason, reasonError);
		const isOutNow = () =>
			results.some((result) => isBeyond(result, result.lowest) || isBeyond(result, result.highest)) ||
			handChecks.some((check) => isBeyond(check, typedValue(check)));
		const showReason = () => {
			reasonLabel.hidden = !isOutNow() && draft.reason === "" && reasonError.textContent === "";
		};
		showReason();
		const complain = (field, error, text) => {
			field.setAttribute("aria-invalid", "true");
			error.textContent = text;
		};
		const store = () => {
			let first = null;
			for (const { check, input, error } of inputs) {
				if (input.value.trim() === "" || typedValue(check) !== null) continue;
				complain(input, error, say("notANumber", { example: numberText(4.2, "") }));
				first ??= input;
			}
			const isMissing = handChecks.some(({ id }) => (draft.typed[id] ?? "").trim() === "");
			if (first === null && (isMissing || isOutNow()) && draft.reason.trim() === "") {
				complain(reason, reasonError, say("reasonNeeded"));
				showReason();
				first = reason;
			}
			if (first !== null) return first.focus();
			const values = handChecks.map((check) => ({ checkId: check.id, value: typedValue(check), name: check.name }));
			const entry = { id: crypto.randomUUID(), roundId: round.id, placeId: place.id, placeName: place.name };
			memory.waiting.push({ ...entry, dueAt, readAt: now(), values, reason: draft.reason.trim() });
			delete memory.drafts[key];
			keep();
			renderRounds();
			document.querySelector(`[data-place="${CSS.escape(key)}"] button`)?.focus();
			void refresh();
		};
		const word = say(handChecks.length === 0 ? "seen" : "save");
		const button = element("button", {
			type: "button",
			class: "main",
			text: word,
			"aria-label": `${word}: ${place.name}`,
			onclick: store,
		});
		return [...parts, reasonLabel, button];
	}

	function extremesLine(result, round) {
		const { name, unit, lowest, highest, from } = result;
		if (lowest === null || highest === null) return element("p", { class: "quiet", text: say("noReadings", { name }) });
		const isOut = isBeyond(result, lowest) || isBeyond(result, highest);
		const values = {
			name,
			low: numberText(lowest, unit),
			high: numberText(highest, unit),
			time: timeText(from, round.zone),
		};
		const limits = limitsText(result);
		return element(
			"p",
			{},
			`${say("extremes", values)}. `,
			isOut ? element("span", { class: "bad", text: `${say("out")}. ` }) : null,
			limits === "" ? null : element("span", { class: "quiet", text: say("limits", { limits }) }),
		);
	}

	function confirmed(text, word) {
		const dialog = byId("question");
		byId("question-text").textContent = text;
		byId("stay").textContent = say("stay");
		byId("go").textContent = word;
		dialog.returnValue = "stay";
		dialog.showModal();
		return new Promise((resolve) => {
			dialog.addEventListener("close", () => resolve(dialog.returnValue === "go"), { once: true });
		});
	}

	async function signOut() {
		const isTyped = ({ typed, reason }) => [...Object.values(typed), reason].some((text) => text.trim() !== "");
		const count = memory.waiting.length + Object.values(memory.drafts).filter(isTyped).length;
		if (count > 0 && !(await confirmed(say("signOutSure", { count }), say("signOutDelete")))) return;
		const headers = { "x-requested-by": "aqlcloud", "content-type": "application/json" };
		try {
			const response = await fetch("/api/auth/sign-out", {
				method: "POST",
				headers,
				body: "{}",
				credentials: "same-origin",
			});
			if (!response.ok) throw new Error("Not signed out");
		} catch {
			isOffline = true;
			return render();
		}
		write(`rounds ${person}`, null);
		write(`rounds-sent ${person}`, null);
		write(personName, null);
		person = null;
		memory = empty();
		render();
	}

	byId("sign-out").addEventListener("click", () => void signOut());
	window.addEventListener("online", () => void refresh());
	window.addEventListener("offline", () => {
		isOffline = true;
		render();
	});
	// Another tab signed out, or sent checks.
	window.addEventListener("storage", ({ key }) => {
		if (key !== personName && key !== `rounds ${person}`) return;
		person = read(personName);
		forgetOld();
		load();
		render();
	});
	document.addEventListener("visibilitychange", () => {
		if (document.hidden) return;
		// A tab that slept heard of no change of another tab, and would write its own state over it.
		if (!isFull) load();
		void refresh();
	});
	forgetOld();
	if (person !== null) load();
	render();
	void refresh();
	if ("serviceWorker" in navigator) {
		navigator.serviceWorker.register("/rounds/sw.js", { scope: "/rounds/", updateViaCache: "none" }).catch(() => {});
	}
})();
