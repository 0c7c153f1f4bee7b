import { minuteMs } from "../../../shared/base/durations";
import { sendFormBy } from "../../api/trpc";

/* Progress of an upload: `fetch` does not report it, and a slow line needs minutes. */

/** Bytes. `isStill`: nothing has moved for longer than a line usually pauses. */
export type Sent = { sent: number; total: number; isStill: boolean };

/** A smaller file is sent before the user reads the progress. */
export const watchedBytes = 1_000_000;
/** The console responds within 10 s of the last byte, so a minute of silence means a lost connection. */
const stillness = { lookEveryMs: 1_000, isSaidAfterMs: 10_000, givenUpAfterMs: minuteMs };
/** Statuses for which the constructor of Response allows no body. */
const bodiless = new Set([204, 205, 304]);

class StalledUpload extends DOMException {
	constructor() {
		super("Nothing of the file moved.", "TimeoutError");
	}
}

export function isStalled(error: unknown): boolean {
	return error instanceof Error && error.cause instanceof StalledUpload;
}

const sending = new Map<File, Sent>();
const listeners = new Set<() => void>();

export function onSending(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function record(file: File, submitted: Sent | null): void {
	if (submitted === null) sending.delete(file);
	else sending.set(file, submitted);
	announce();
}

function announce(): void {
	for (const listener of listeners) listener();
}

/** Files of this tab, even after their dialog closes. A new array on every change. */
let underWay: readonly File[] = [];

export function filesUnderWay(): readonly File[] {
	return underWay;
}

/** Shows the imports until their work ends. Warns before a tab closes that has files or bytes to send. */
export async function whileUnderWay(
	files: readonly File[],
	work: (ended: (file: File) => void) => Promise<void>,
): Promise<void> {
	const left = new Set(files);
	const warn = (event: BeforeUnloadEvent) => {
		const isSending = [...left].some((file) => {
			const { sent = 0, total = 0 } = sendingOf(file) ?? {};
			return sent < total;
		});
		if (left.size > 1 || isSending) event.preventDefault();
	};
	const ended = (file: File) => {
		left.delete(file);
		underWay = underWay.filter((each) => each !== file);
		announce();
	};
	window.addEventListener("beforeunload", warn);
	underWay = [...underWay, ...files];
	announce();
	try {
		await work(ended);
	} finally {
		window.removeEventListener("beforeunload", warn);
		for (const file of files) ended(file);
	}
}

export function sendingOf(file: File): Sent | null {
	return sending.get(file) ?? null;
}

/** Reports the progress of a form with a file, and aborts once nothing moves. */
export async function watchSending<Reply>(file: File, form: FormData, call: () => Promise<Reply>): Promise<Reply> {
	record(file, { sent: 0, total: file.size, isStill: false });
	// The progress counts the form, which is a little longer than its file.
	sendFormBy(
		form,
		requestOf((part, isStill) => record(file, { sent: Math.round(part * file.size), total: file.size, isStill })),
	);
	try {
		return await call();
	} finally {
		record(file, null);
	}
}

/** Like `fetch` for a call of this origin, with progress of the request body. */
function requestOf(onSent: (part: number, isStill: boolean) => void): typeof fetch {
	return (input, { method = "POST", headers, body, signal } = {}) =>
		new Promise((resolve, reject) => {
			const request = new XMLHttpRequest();
			request.open(method, String(input));
			for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
			let part = 0;
			const watch = watchStillness({
				onChange: (isStill) => onSent(part, isStill),
				onGivenUp: () => {
					reject(new StalledUpload());
					request.abort();
				},
			});
			request.upload.onprogress = ({ loaded, total }) => {
				part = loaded / total;
				watch.moved();
				onSent(part, false);
			};
			request.onprogress = watch.moved;
			request.onload = () => {
				const { status, statusText, responseText } = request;
				const result = { status, statusText, headers: headersOf(request.getAllResponseHeaders()) };
				resolve(new Response(bodiless.has(status) ? null : responseText, result));
			};
			request.onerror = () => reject(new TypeError("Failed to fetch"));
			request.onabort = () => reject(signal?.reason);
			request.onloadend = watch.end;
			signal?.addEventListener("abort", () => request.abort());
			if (signal?.aborted) {
				watch.end();
				reject(signal.reason);
			} else request.send(body instanceof FormData ? body : null);
		});
}

type Stillness = { onChange: (isStill: boolean) => void; onGivenUp: () => void };

function watchStillness({ onChange, onGivenUp }: Stillness) {
	let movedAt = performance.now();
	let isStill = false;
	const timer = setInterval(() => {
		const restedMs = performance.now() - movedAt;
		if (restedMs >= stillness.givenUpAfterMs) {
			clearInterval(timer);
			onGivenUp();
		} else if (!isStill && restedMs >= stillness.isSaidAfterMs) {
			isStill = true;
			onChange(true);
		}
	}, stillness.lookEveryMs);
	return {
		moved: () => {
			movedAt = performance.now();
			if (isStill) onChange(false);
			isStill = false;
		},
		end: () => clearInterval(timer),
	};
}

function headersOf(lines: string): [string, string][] {
	return lines.split("\r\n").flatMap((line): [string, string][] => {
		const colon = line.indexOf(": ");
		return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 2)]];
	});
}
