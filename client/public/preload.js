// Requests beside the entry what the entry would request: the session check, the calls and the code of this screen. The
// build writes these needs into the page; a development server does not, so nothing is requested early.
(() => {
	// A page from the browser's back/forward cache shows the former user's data.
	addEventListener("pageshow", ({ persisted }) => {
		if (!persisted) return;
		document.documentElement.hidden = true;
		location.reload();
	});
	// The provider's response leaves the address before anything is requested: client/features/sign-in/finish-sso.ts.
	if (location.pathname === "/login/sso") {
		globalThis.ssoReturn = location.search;
		history.replaceState(history.state, "", location.pathname);
	}
	const data = document.getElementById("screens");
	if (!data) return;
	// `calls`: shared/session/early-calls.ts.
	const { files, screens, calls } = JSON.parse(data.textContent);
	const { turnsWithinMs, storageNames } = calls;
	const { imports: words } = JSON.parse(document.getElementById("import-map")?.textContent ?? '{"imports":{}}');
	const asked = new Set();
	const [, , questions, batch] = screenAt(location.pathname);

	// An entry from a cache runs first and sends its own requests. client/api/early-responses.ts takes the responses.
	if (globalThis.earlyAnswers === undefined) {
		globalThis.earlyAnswers = {};
		const check = ask("/api/isAuthenticated", isRefreshNear() && navigator.locks ? inTurn : atOnce);
		for (const path of questions) ask(path, atOnce);
		// Other search parameters need other calls.
		if (batch && location.search === "") globalThis.earlyBatch = askAfter(check, batch);
	}

	function ask(path, when) {
		const given = new AbortController();
		const send = async () => {
			const timer = setTimeout(() => given.abort(), calls.respondWithinMs);
			try {
				const response = await fetch(path, {
					headers: calls.checked,
					credentials: "same-origin",
					signal: given.signal,
				});
				return { response, answeredAt: Date.now() };
			} finally {
				clearTimeout(timer);
			}
		};
		const answer = when(send);
		globalThis.earlyAnswers[path] = { answer: unheard(answer), abort: () => given.abort() };
		return answer;
	}

	// Sends the calls after the check: a batch beside it would refresh the session twice, or be denied when signed out.
	function askAfter(check, address) {
		const given = new AbortController();
		const send = async () => {
			const { response: checked } = await check;
			const { isAuthenticated, user, expiresInMs } = await checked.clone().json();
			if (!isAuthenticated || expiresInMs < turnsWithinMs) throw new Error("Nobody is there to ask for.");
			const account = accountOf(user.sub);
			const headers = { ...calls.batched, [calls.personHeader]: user.sub };
			if (account) headers[calls.accountHeader] = account;
			const response = await fetch(address, { headers, credentials: "same-origin", signal: given.signal });
			return { response, answeredAt: Date.now(), asker: `${user.sub} ${account}` };
		};
		return { address, answer: unheard(send()), abort: () => given.abort() };
	}

	// The code that takes the response sees the failure.
	function unheard(answer) {
		answer.catch(() => {});
		return answer;
	}

	// The account of this tab, if this user chose it: client/api/named-account.ts.
	function accountOf(sub) {
		try {
			const [account = "", of = ""] = (sessionStorage.getItem(storageNames.account) ?? "").split(" ");
			return of === "" || of === sub ? account : "";
		} catch {
			// Storage can be forbidden; then the tab shows the user's default.
			return "";
		}
	}

	function atOnce(send) {
		return send();
	}

	// Tabs take turns to refresh one session: client/api/session.ts.
	function inTurn(send) {
		return navigator.locks.request(calls.lockName, send);
	}

	function isRefreshNear() {
		try {
			const due = Number(localStorage.getItem(storageNames.refreshDue));
			return due > 0 && due - Date.now() < turnsWithinMs;
		} catch {
			// Storage can be forbidden; then no tab knows the time.
			return false;
		}
	}

	preloadScreen(location.pathname);
	// The router requests the next screen's code by it, so the entry need not list the code again.
	globalThis.preloadScreen = preloadScreen;

	function screenAt(pathname) {
		const segments = pathname.replace(/\/$/, "").split("/");
		const isHere = (path) => {
			const pattern = path.replace(/\/$/, "").split("/");
			return (
				pattern.length === segments.length &&
				pattern.every((part, index) => part.startsWith("$") || part === segments[index])
			);
		};
		const exact = screens.find(([path]) => isHere(path) && !path.includes("$"));
		return exact ?? screens.find(([path]) => isHere(path)) ?? ["", [], []];
	}

	function preloadScreen(pathname) {
		const [, wanted] = screenAt(pathname);
		for (const index of wanted) {
			if (asked.has(index)) continue;
			asked.add(index);
			const link = document.createElement("link");
			const isStyle = files[index].endsWith(".css");
			link.rel = isStyle ? "preload" : "modulepreload";
			if (isStyle) link.as = "style";
			link.crossOrigin = "";
			link.href = files[index].startsWith("#words/") ? words["#words/"] + files[index].slice(7) : `/${files[index]}`;
			document.head.append(link);
		}
	}
})();
