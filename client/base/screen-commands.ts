import { useEffect, useRef } from "react";

export type ScreenCommand = {
	id: string;
	label: string;
	/** The object of the command, such as "3 devices selected". */
	note: string;
	keywords?: string[];
	/** Why the user may not run it; the search then omits it. */
	denial?: string | null | undefined;
	onRun: () => void;
};

const sources = new Set<() => ScreenCommand[]>();

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
}

export function readScreenCommands(): ScreenCommand[] {
	return [...sources].flatMap((read) => read()).filter(({ denial }) => !denial);
}
