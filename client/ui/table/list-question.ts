import { useMemo, useState } from "react";
import type { BulkAction } from "./bulk-bar";
import type { RowAction } from "./row-menu";

export type Question<Kind extends string, Thing> = { kind: Kind; things: Thing[]; onDone: () => void };

export function useListQuestion<Kind extends string, Thing>() {
	const [question, ask] = useState<Question<Kind, Thing> | null>(null);
	const acts = useMemo(() => {
		const askOf = (kind: Kind, thing: Thing) => ask({ kind, things: [thing], onDone: () => {} });
		return {
			ask,
			askOf,
			close: () => ask(null),
			rowAction: (kind: Kind, thing: Thing, look: Omit<RowAction, "id" | "asks" | "onRun">): RowAction => ({
				id: kind,
				asks: true,
				...look,
				onRun: () => askOf(kind, thing),
			}),
			bulkAction: (kind: Kind, look: Omit<BulkAction<Thing>, "id" | "onRun">): BulkAction<Thing> => ({
				id: kind,
				...look,
				onRun: (things, onDone) => ask({ kind, things, onDone }),
			}),
		};
	}, []);
	return { question, ...acts };
}
