import { useSyncExternalStore } from "react";
import { formatBytes } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/import";
import classes from "./import.module.css";
import { filesUnderWay, onSending, type Sent, sendingOf, watchedBytes } from "./send-file";

export function useSending(file: File): Sent | null {
	const sent = useSyncExternalStore(onSending, () => sendingOf(file));
	return sent === null || (file.size < watchedBytes && !sent.isStill) ? null : sent;
}

export function ImportsUnderWay() {
	const files = useSyncExternalStore(onSending, filesUnderWay);
	if (files.length === 0) return null;
	return (
		<section className={`${layout.fieldset} ${classes.group}`} aria-label={t("underway")}>
			<h3>{t("underway")}</h3>
			{files.map((file, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the oldest stays the first
				<Underway key={index} file={file} />
			))}
		</section>
	);
}

function Underway({ file }: { file: File }) {
	return useSending(file) === null ? (
		<p>{t("underway.file", { name: file.name })}</p>
	) : (
		<SendingNote file={file} isImport />
	);
}

export function isBeingSent(sending: Sent | null): boolean {
	return sending !== null && sending.sent < sending.total;
}

/** Progress of a large file: the bytes sent, then that the backend works, which has no measure. */
export function SendingNote({ file, isImport }: { file: File; isImport: boolean }) {
	const sending = useSending(file);
	if (sending === null) return null;
	const isOnItsWay = isBeingSent(sending);
	const { sent, total, isStill } = sending;
	const done = isOnItsWay
		? t("sending", { file: file.name })
		: isImport
			? t("sending.storing", { file: file.name })
			: t("sending.reading", { file: file.name });
	return (
		<div className={classes.sending}>
			{/* Announces each step; announcing bytes would speak hundreds of times. */}
			<p role="status">{isStill ? t("sending.still", { progress: done }) : done}</p>
			{isOnItsWay && (
				<>
					<progress aria-label={t("sending.bar", { name: file.name })} max={total} value={sent} />
					<span data-number>{t("sending.bytes", { sent: formatBytes(sent), total: formatBytes(total) })}</span>
				</>
			)}
		</div>
	);
}
