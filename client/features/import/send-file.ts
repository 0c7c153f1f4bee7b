import { sendFormBy } from "../../api/trpc";

/* How much of a file has left this tab: `fetch` cannot tell, and on a slow line nothing else happens for minutes. */

/** Bytes; all of them: what comes next is the answer. */
export type Sent = { sent: number; total: number };

/** A smaller file has left before anybody reads how far it is. */
const watchedBytes = 1_000_000;
/** Without a body, by what the constructor of a response takes. */
const bodiless = new Set([204, 205, 304]);

const sending = new Map<File, Sent>();
const listeners = new Set<() => void>();

export function onSending(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function record(file: File, sent: Sent | null): void {
	if (sent === null) sending.delete(file);
	else sending.set(file, sent);
	announce();
}

function announce(): void {
	for (const listener of listeners) listener();
}

/** Of this tab, also once their dialog is closed; another array whenever one begins or ends. */
let underWay: readonly File[] = [];

export function filesUnderWay(): readonly File[] {
	return underWay;
}

/** Shows that a file is being imported until the work is over, and asks before the tab takes along what it still sends. */
export async function whileUnderWay(file: File, work: () => Promise<void>): Promise<void> {
	const ask = (event: BeforeUnloadEvent) => {
		const { sent = 0, total = 0 } = sendingOf(file) ?? {};
		if (sent < total) event.preventDefault();
	};
	window.addEventListener("beforeunload", ask);
	underWay = [...underWay, file];
	announce();
	try {
		await work();
	} finally {
		window.removeEventListener("beforeunload", ask);
		underWay = underWay.filter((each) => each !== file);
		announce();
	}
}

/** Null: nothing of it is on its way, or it is small. */
export function sendingOf(file: File): Sent | null {
	return sending.get(file) ?? null;
}

/** Runs a call that sends a form with a file, and shows meanwhile how much of it has left. */
export async function watchSending<Answer>(file: File, form: FormData, call: () => Promise<Answer>): Promise<Answer> {
	if (file.size < watchedBytes) return call();
	record(file, { sent: 0, total: file.size });
	// What is counted is the form, which is a little longer than its file.
	sendFormBy(
		form,
		requestOf((sent, total) => record(file, { sent: Math.round((sent / total) * file.size), total: file.size })),
	);
	try {
		return await call();
	} finally {
		record(file, null);
	}
}

/** As `fetch` for a call of this origin, which can tell how much of its body has left. */
function requestOf(onSent: (sent: number, total: number) => void): typeof fetch {
	return (input, { method = "POST", headers, body, signal } = {}) =>
		new Promise((resolve, reject) => {
			const request = new XMLHttpRequest();
			request.open(method, String(input));
			for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
			request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
			request.onload = () => {
				const { status, statusText, responseText } = request;
				const answer = { status, statusText, headers: headersOf(request.getAllResponseHeaders()) };
				resolve(new Response(bodiless.has(status) ? null : responseText, answer));
			};
			// What `fetch` says of a lost connection.
			request.onerror = () => reject(new TypeError("Failed to fetch"));
			request.onabort = () => reject(signal?.reason);
			signal?.addEventListener("abort", () => request.abort());
			if (signal?.aborted) reject(signal.reason);
			else request.send(body instanceof FormData ? body : null);
		});
}

function headersOf(lines: string): [string, string][] {
	return lines.split("\r\n").flatMap((line): [string, string][] => {
		const colon = line.indexOf(": ");
		return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 2)]];
	});
}
