import { IconUsers } from "@tabler/icons-react";
import { type User, UserStatus } from "../../../shared/account";
import { Role } from "../../../shared/permissions";
import { unbuiltAreas } from "../../entities/labels";
import { ReadOnlyNote } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import { roleTitles, scopeLabel, userStatusLabels } from "./user-labels";

const columns: [ListColumn<User>, ...ListColumn<User>[]] = [
	{
		id: "name",
		header: "User",
		value: ({ name, email }) => name || email,
		cell: ({ id, name, email, role, status }) => (
			<NameLink
				to="/accounts/users/edit/$userId"
				params={{ userId: id }}
				under={
					<>
						{roleTitles[role]} <UserStatusChip status={status} />
					</>
				}
			>
				{name || email}
			</NameLink>
		),
	},
	{ id: "email", header: "E-mail", isSoft: true, isMinor: true, value: ({ email }) => email },
	{
		id: "role",
		header: "Role",
		isMinor: true,
		value: ({ role }) => roleTitles[role],
		rank: ({ role }) => Role.options.indexOf(role),
	},
	{ id: "scope", header: "Sees", isMinor: true, isSoft: true, value: scopeLabel },
	{
		id: "status",
		header: "Status",
		isMinor: true,
		value: ({ status }) => userStatusLabels[status].label,
		cell: ({ status }) => <UserStatusChip status={status} />,
	},
	ageColumn({ id: "seen", header: "Last seen", at: ({ lastSeenAt }) => lastSeenAt }),
];

const facets: Facet<User>[] = [
	{
		name: "role",
		options: Role.options.map((role) => ({ value: role, label: roleTitles[role] })),
		of: ({ role }) => role,
	},
	{
		name: "status",
		options: UserStatus.options.map((status) => ({ value: status, label: userStatusLabels[status].label })),
		of: ({ status }) => status,
	},
];

const rowKey = ({ id }: User) => id;
const searched = ({ name, email }: User) => [name, email];

export function UserList({ rows }: { rows: User[] }) {
	return (
		<EntityList
			title="Users"
			noun="user"
			rows={rows}
			rowKey={rowKey}
			columns={columns}
			facets={facets}
			searchHint="Name or e-mail"
			searched={searched}
			empty={{
				icon: <IconUsers size={26} />,
				title: "No users",
				text: "Nobody else belongs to this account. Users cannot be invited in this version.",
			}}
		>
			<ReadOnlyNote text={unbuiltAreas.users} />
		</EntityList>
	);
}

function UserStatusChip({ status }: Pick<User, "status">) {
	return <StatusChip tone={userStatusLabels[status].tone}>{userStatusLabels[status].label}</StatusChip>;
}
