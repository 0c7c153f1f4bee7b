import { appConstants } from "../base/app-constants";
import { loadOptional } from "../features/shell/new-version";
import type { ReportingTag } from "./reporting";

type Report = (error: unknown) => void;

let kept: unknown[] | null = null;
let report: Report | null = null;
let onFirstError = () => {};

export function reportCaught(error: unknown): void {
	onFirstError();
	if (report) report(error);
	else if (kept && kept.length < appConstants.errorReporting.keptErrors) kept.push(error);
}

const onError = ({ error, message }: ErrorEvent) => reportCaught(error ?? new Error(message));
const onRejection = ({ reason }: PromiseRejectionEvent) => reportCaught(reason);

function listen(): () => void {
	window.addEventListener("error", onError);
	window.addEventListener("unhandledrejection", onRejection);
	return () => {
		window.removeEventListener("error", onError);
		window.removeEventListener("unhandledrejection", onRejection);
	};
}

/** Loads the reporting code after the first screen (`standing`) or an error. Does nothing on a page without the tag. */
export async function startReporting(standing: Promise<void>): Promise<void> {
	const tag = readTag(document.querySelector<HTMLMetaElement>('meta[name="error-reporting"]')?.content);
	if (tag === null) return;
	kept = [];
	const stopListening = listen();
	const firstError = new Promise<void>((resolve) => {
		onFirstError = resolve;
	});
	await Promise.race([standing, firstError]);
	await idle();
	try {
		const { beginReporting } = await loadOptional(() => import("./reporting"));
		// The SDK listens from here on; two listeners would report an error twice.
		stopListening();
		report = beginReporting(tag);
		for (const error of kept) report(error);
	} catch {
		stopListening();
	}
	kept = null;
}

export function readTag(content: string | undefined): ReportingTag | null {
	if (content === undefined) return null;
	const tag: unknown = JSON.parse(content);
	if (typeof tag !== "object" || tag === null || !("environment" in tag)) return null;
	const release = "release" in tag && typeof tag.release === "string" ? tag.release : null;
	return { environment: String(tag.environment), release };
}

function idle(): Promise<void> {
	return new Promise((resolve) => {
		requestAnimationFrame(() => {
			// Safari has no idle callback.
			if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 2_000 });
			else setTimeout(resolve, 200);
		});
	});
}
