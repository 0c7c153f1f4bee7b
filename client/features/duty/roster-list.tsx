import { IconCalendarUser } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Roster } from "../../../shared/duty/roster";
import { DutyRows } from "../../entities/duty-now";
import { EmptyNote } from "../../ui/feedback/notes";
import { GuardedLink } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
import { t } from "../../words/made/duty";

type RosterListProps = { rosters: Roster[]; denial: string | null; tabs: ReactNode };

export function RosterList({ rosters, denial, tabs }: RosterListProps) {
	const add = (
		<GuardedLink to="/alerts/" search={{ view: "rosters", roster: "new" }} denial={denial} look="primary">
			{t("add")}
		</GuardedLink>
	);
	return (
		<>
			<PageHead title={t("title")} subtitle={t("subtitle", { count: rosters.length })}>
				{rosters.length > 0 && add}
			</PageHead>
			{tabs}
			{rosters.length === 0 ? (
				<Card>
					<EmptyNote icon={<IconCalendarUser size={26} />} title={t("none")} text={t("none.help")}>
						{add}
					</EmptyNote>
				</Card>
			) : (
				<Card title={t("rosters")}>
					<DutyRows rosters={rosters} />
				</Card>
			)}
		</>
	);
}
