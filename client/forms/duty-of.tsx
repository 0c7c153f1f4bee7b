import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rosterList } from "../api/later-queries";
import { DutyRows } from "../entities/duty-now";
import { Card } from "../ui/layout/card";
import { t } from "../words/made/duty";

/** Nothing without a roster. With `title` it is a card. */
export function DutyOf({ rosterIds, title }: { rosterIds: readonly string[]; title?: string }) {
	const { data = [] } = useQuery({ ...rosterList(), enabled: rosterIds.length > 0 });
	const named = data.filter(({ id }) => rosterIds.includes(id));
	if (named.length === 0) return null;
	return title === undefined ? (
		<DutyRows rosters={named} />
	) : (
		<Card title={title}>
			<DutyRows rosters={named} />
		</Card>
	);
}

/** The rosters with the user's own contact. `children`: only with one. */
export function OwnDuty({ children }: { children: ReactNode }) {
	const { data = [] } = useQuery(rosterList());
	const own = data.filter(({ isOwn }) => isOwn);
	if (own.length === 0) return null;
	return (
		<>
			<Card title={t("own")}>
				<DutyRows rosters={own} />
			</Card>
			{children}
		</>
	);
}
