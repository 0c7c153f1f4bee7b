import { useEffect, useRef } from "react";

/** What the screen that stands can do now, for the search that runs commands. */
export type ScreenCommand = {
	id: string;
	label: string;
	/** What it is done to, as "3 devices selected". */
	note: string;
	keywords?: string[];
	/** Why the person may not; it is left out then. */
	denial?: string | null | undefined;
	onRun: () => void;
};

const sources = new Set<() => ScreenCommand[]>();

/** For as long as the part stands; requested when a user searches, so that nothing is rendered for it. */
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
}

export function readScreenCommands(): ScreenCommand[] {
	return [...sources].flatMap((read) => read()).filter(({ denial }) => !denial);
}
