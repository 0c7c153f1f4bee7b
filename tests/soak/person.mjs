import superjson from "superjson";

const retryEveryMs = 250;
const deadlineMs = 15_000;
const password = "Local-demo-1";

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A person's browser without the browser. Repeats requests without a response, as the console's pages do. */
export function createPerson({ origin, email, isRunning }) {
	const cookies = new Map();
	const seen = { answers: 0, failures: 0, signedOut: [] };

	function keep(line) {
		const [pair, ...attributes] = line.split("; ");
		const name = pair.slice(0, pair.indexOf("="));
		const expires = attributes.find((attribute) => attribute.toLowerCase().startsWith("expires="));
		const isRemoval = attributes.includes("Max-Age=0") || (expires && Date.parse(expires.slice(8)) < Date.now());
		if (isRemoval) cookies.delete(name);
		else cookies.set(name, pair.slice(pair.indexOf("=") + 1));
	}

	const cookieHeader = () => [...cookies].map((pair) => pair.join("=")).join("; ");

	/** Null: no response, or a failure that passes. */
	async function tryOnce(path, { waitsMs = deadlineMs, ...init }) {
		try {
			const response = await fetch(origin + path, {
				...init,
				redirect: "manual",
				headers: { ...init.headers, cookie: cookieHeader() },
				signal: AbortSignal.timeout(waitsMs),
			});
			// Takes cookies whatever becomes of the body, as a browser does: the old token is no longer valid.
			for (const line of response.headers.getSetCookie()) keep(line);
			const text = await response.text();
			seen.answers += 1;
			if (response.status === 429 || response.status >= 500) {
				seen.failures += 1;
				return null;
			}
			return { status: response.status, text };
		} catch {
			seen.failures += 1;
			return null;
		}
	}

	async function request(path, init = {}) {
		for (;;) {
			const result = await tryOnce(path, init);
			if (result?.status === 401) seen.signedOut.push({ path: path.slice(0, 80), at: new Date().toISOString() });
			if (result !== null) return result;
			if (!isRunning()) throw new Error(`Nobody answers ${path.slice(0, 80)}`);
			await wait(retryEveryMs);
		}
	}

	const posted = (body) => ({
		method: "POST",
		headers: { "content-type": "application/json", "x-requested-by": "aqlcloud", origin },
		body: JSON.stringify(body),
	});

	function dataOf(text) {
		const items = [JSON.parse(text)].flat();
		return items.map(({ result, error }) => {
			if (!result) throw new Error(`Refused: ${JSON.stringify(error).slice(0, 400)}`);
			return superjson.deserialize(result.data);
		});
	}

	return {
		seen,
		ask: request,
		cookieHeader,
		async signIn() {
			const result = await request("/api/auth/sign-in", posted({ email, password }));
			if (result.status !== 200) throw new Error(`Sign-in of ${email} answered ${result.status}: ${result.text}`);
		},
		async query(...calls) {
			const inputs = Object.fromEntries(calls.map(([, input], index) => [index, superjson.serialize(input)]));
			const path = calls.map(([procedure]) => procedure).join(",");
			const input = encodeURIComponent(JSON.stringify(inputs));
			return dataOf((await request(`/api/proxy/${path}?batch=1&input=${input}`)).text);
		},
		/** Sends a write once, as a page does. False: its response was lost, so it may have run. */
		async mutateOnce(procedure, input) {
			const result = await tryOnce(`/api/proxy/${procedure}`, posted(superjson.serialize(input)));
			if (result !== null) dataOf(result.text);
			return result !== null;
		},
		async mutate(procedure, input) {
			const [data] = dataOf((await request(`/api/proxy/${procedure}`, posted(superjson.serialize(input)))).text);
			return data;
		},
	};
}
