import type { ReactNode } from "react";
import type { GroupUses } from "../../../shared/group";
import { TextLink } from "../../ui/layout/link";
import { NoRows, Rows } from "../../ui/layout/rows";

type GroupUsesListProps = { uses: GroupUses; none: string };

/** What names a group, each with a link to where it can be changed. */
export function GroupUsesList({ uses, none }: GroupUsesListProps) {
	const rows: { key: string; name: ReactNode; end: string }[] = [
		...uses.alerts.map(({ id, name }) => ({
			key: id,
			name: (
				<TextLink to="/alerts/edit/$alertId" params={{ alertId: id }}>
					{name}
				</TextLink>
			),
			end: "Alert",
		})),
		...uses.users.map(({ id, name }) => ({
			key: id,
			name: (
				<TextLink to="/accounts/users/edit/$userId" params={{ userId: id }}>
					{name}
				</TextLink>
			),
			end: "User who sees it",
		})),
		...uses.invitations.map(({ id, name }) => ({ key: id, name, end: "Invited to see it" })),
		...uses.groups.map(({ id, name }) => ({
			key: id,
			name: (
				<TextLink to="/groups/$groupId" params={{ groupId: id }}>
					{name}
				</TextLink>
			),
			end: "Group by filter",
		})),
	];
	return rows.length === 0 ? <NoRows>{none}</NoRows> : <Rows rows={rows} />;
}
