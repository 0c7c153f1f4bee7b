import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import type { RowTime } from "../time/times-dialog";

const TimesDialog = lazy(async () => ({ default: (await import("../time/times-dialog")).TimesDialog }));

type AskedTimes = { name: string; times: RowTime[] };

const AskTimes = createContext<(asked: AskedTimes) => void>(() => {});

/** Opens the dialog of a row's times. */
export function useAskTimes(): (asked: AskedTimes) => void {
	return useContext(AskTimes);
}

/** Around the table: its row may be in no other view of the list, and the dialog would go with it. */
export function RowTimes({ children }: { children: ReactNode }) {
	const [asked, setAsked] = useState<AskedTimes | null>(null);
	const [isOpen, setIsOpen] = useState(false);
	const ask = useCallback((next: AskedTimes) => {
		setAsked(next);
		setIsOpen(true);
	}, []);
	return (
		<AskTimes value={ask}>
			{children}
			<Suspense>{asked && <TimesDialog {...asked} isOpen={isOpen} onClose={() => setIsOpen(false)} />}</Suspense>
		</AskTimes>
	);
}
