import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import type { RowTime } from "../time/times-dialog";

const TimesDialog = lazy(async () => ({ default: (await import("../time/times-dialog")).TimesDialog }));

type AskedTimes = { name: string; times: RowTime[] };

const AskTimes = createContext<(asked: AskedTimes) => void>(() => {});

export function useAskTimes(): (asked: AskedTimes) => void {
	return useContext(AskTimes);
}

/** Around the table: the row may leave the list while its dialog is open. */
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
