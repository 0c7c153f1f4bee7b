import { useSyncExternalStore } from "react";
import { formatBytes } from "../../ui/format";
import classes from "./import.module.css";
import { filesUnderWay, onSending, type Sent, sendingOf, watchedBytes } from "./send-file";

/** Null: nothing of the file is on its way, or it is small and leaves as usual. */
export function useSending(file: File): Sent | null {
	const sent = useSyncExternalStore(onSending, () => sendingOf(file));
	return sent === null || (file.size < watchedBytes && !sent.isStill) ? null : sent;
}

/** What this tab imports, found again by a user who closed the dialog meanwhile. */
export function ImportsUnderWay() {
	const files = useSyncExternalStore(onSending, filesUnderWay);
	if (files.length === 0) return null;
	return (
		<section className={classes.group} aria-label="Imports under way">
			<h3>Imports under way</h3>
			{files.map((file, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the oldest stays the first
				<Underway key={index} file={file} />
			))}
		</section>
	);
}

function Underway({ file }: { file: File }) {
	return useSending(file) === null ? <p>Importing {file.name}.</p> : <SendingNote file={file} isImport />;
}

export function isBeingSent(sending: Sent | null): boolean {
	return sending !== null && sending.sent < sending.total;
}

/** How far a large file is: on its way, by the bytes that have left; then what is done with it, which no one can measure. */
export function SendingNote({ file, isImport }: { file: File; isImport: boolean }) {
	const sending = useSending(file);
	if (sending === null) return null;
	const isOnItsWay = isBeingSent(sending);
	const { sent, total, isStill } = sending;
	const done = isOnItsWay
		? `Sending ${file.name}.`
		: `${file.name} is sent. ${isImport ? "Storing its readings." : "Reading it."}`;
	return (
		<div className={classes.sending}>
			{/* Each step is announced; of the bytes that would be hundreds of times. */}
			<p role="status">{isStill ? `${done} Nothing moves just now; it is given up after a minute.` : done}</p>
			{isOnItsWay && (
				<>
					<progress aria-label={`${file.name} sent`} max={total} value={sent} />
					<span data-number>
						{formatBytes(sent)} of {formatBytes(total)}
					</span>
				</>
			)}
		</div>
	);
}
