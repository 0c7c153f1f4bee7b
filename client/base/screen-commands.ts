import { useEffect, useRef } from "react";

export type ScreenCommand = {
	id: string;
	subjectId?: string | undefined;
	label: string;
	/** The object of the command, such as "3 devices selected". */
	note: string;
	keywords?: string[];
	/** Why the user may not run it; the search then omits it. */
	denial?: string | null | undefined;
	onRun: () => void;
};

type AwaitedCommand = { subjectId: string; id: string; onDenied: (denial: string) => void };

const sources = new Set<() => ScreenCommand[]>();

let awaited: AwaitedCommand | null = null;

/** Offers commands while the component is mounted. `read` runs on a search, so nothing renders for it. */
export function useScreenCommands(read: () => ScreenCommand[]): void {
	const latest = useRef(read);
	latest.current = read;
	useEffect(() => {
		const source = () => latest.current();
		sources.add(source);
		return () => {
			sources.delete(source);
		};
	}, []);
	// A page may stay mounted while its subject changes.
	useEffect(() => runAwaited(read));
}

export function readScreenCommands(): ScreenCommand[] {
	return [...sources].flatMap((read) => read());
}

/** Runs the command as soon as a page offers it for this subject. Null: forgets the awaited one. */
export function awaitCommand(command: AwaitedCommand | null): void {
	awaited = command;
	for (const read of sources) runAwaited(read);
}

function runAwaited(read: () => ScreenCommand[]): void {
	const wanted = awaited;
	if (wanted === null) return;
	const found = read().find(({ id, subjectId }) => subjectId === wanted.subjectId && id === wanted.id);
	if (!found) return;
	awaited = null;
	if (found.denial) wanted.onDenied(found.denial);
	else found.onRun();
}
