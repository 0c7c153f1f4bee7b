import { IconShieldLock, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { type CurrentAccount, type User, UserStatus } from "../../../shared/account/account";
import { can, Role } from "../../../shared/account/permissions";
import { denialOf } from "../../entities/labels";
import { ViewTabs } from "../../forms/views/view-tabs";
import { NewLink } from "../../ui/form/guarded-button";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import { PageActions } from "../../ui/table/page-actions";
import type { RowAction } from "../../ui/table/row-menu";
import { TimeStamp } from "../../ui/time/time-stamp";
import { SecondStepDialog } from "./second-step-dialog";
import { UserDialogs, useUserActions } from "./user-dialogs";
import {
	isExpired,
	nameOf,
	roleTitles,
	scopeLabel,
	secondStepLabels,
	statusLabelOf,
	stepOf,
	userStatusLabels,
} from "./user-labels";
import { UserStatusChip } from "./user-parts";
import classes from "./users.module.css";

const columns: [ListColumn<User>, ...ListColumn<User>[]] = [
	{
		id: "name",
		header: "User",
		value: nameOf,
		cell: (user) => (
			<NameLink
				to="/accounts/users/edit/$userId"
				params={{ userId: user.id }}
				under={
					<>
						{roleTitles[user.role]} <UserStatusChip user={user} />
					</>
				}
			>
				{nameOf(user)}
			</NameLink>
		),
	},
	{ id: "email", header: "E-mail", isSoft: true, isMinor: true, value: ({ email }) => email },
	{
		id: "role",
		header: "Role",
		isMinor: true,
		value: ({ role }) => roleTitles[role],
		sortWords: ["most rights first", "fewest rights first"],
		rank: ({ role }) => Role.options.indexOf(role),
	},
	{ id: "scope", header: "Sees", isMinor: true, isSoft: true, value: scopeLabel },
	{
		id: "status",
		header: "Status",
		isMinor: true,
		value: (user) => statusLabelOf(user).label,
		cell: (user) => (
			<>
				<UserStatusChip user={user} />
				{user.invitation && !isExpired(user.invitation) && (
					<span className={classes.until}>
						until <TimeStamp at={user.invitation.expiresAt.getTime()} />
					</span>
				)}
			</>
		),
	},
	{
		id: "secondStep",
		header: "Two-step sign-in",
		isMinor: true,
		isSoft: true,
		value: (user) => (user.status === "active" ? secondStepLabels[stepOf(user)] : ""),
	},
	ageColumn({ id: "signIn", header: "Last sign-in", isMinor: true, at: ({ lastSignInAt }) => lastSignInAt }),
	ageColumn({ id: "seen", header: "Last seen", at: ({ lastSeenAt }) => lastSeenAt }),
];

const facets: Facet<User>[] = [
	{
		name: "role",
		label: "Role",
		options: Role.options.map((role) => ({ value: role, label: roleTitles[role] })),
		of: ({ role }) => role,
	},
	{
		name: "status",
		label: "Status",
		options: UserStatus.options.map((status) => ({ value: status, label: userStatusLabels[status].label })),
		of: ({ status }) => status,
	},
];

const rowKey = ({ id }: User) => id;
const searched = ({ name, email }: User) => [name, email];

type UserListProps = { rows: User[]; account: CurrentAccount };

export function UserList({ rows, account }: UserListProps) {
	const { me, companyName } = account;
	const { question, close, rowActions } = useUserActions(me);
	const [isAsking, setIsAsking] = useState(false);
	const denial = can(me.role, "editUsers") ? null : denialOf("editUsers", "inviteUsers");
	const requireSecondStep: RowAction = {
		id: "second-step",
		label: "Require two-step sign-in",
		asks: true,
		icon: <IconShieldLock size={17} stroke={1.7} />,
		denial: can(me.role, "editOwners") ? null : denialOf("editOwners", "requireSecondStep"),
		onRun: () => setIsAsking(true),
	};
	return (
		<>
			<EntityList
				title="Users list"
				noun="user"
				rows={rows}
				rowKey={rowKey}
				columns={columns}
				facets={facets}
				searchHint="Name or e-mail"
				searched={searched}
				api={{ list: "users", hasIds: true }}
				rowActions={rowActions}
				views={<ViewTabs screen="users" />}
				headActions={
					<>
						<NewLink to="/accounts/users/new" denial={denial} icon={<IconUserPlus size={17} stroke={1.7} />}>
							Invite user
						</NewLink>
						<PageActions name="users" actions={[requireSecondStep]} />
					</>
				}
				empty={{
					icon: <IconUsers size={26} />,
					title: "No users",
					text: "There are no users you can see yet.",
					action: (
						<NewLink to="/accounts/users/new" denial={denial} icon={<IconUserPlus size={17} stroke={1.7} />}>
							Invite user
						</NewLink>
					),
				}}
			/>
			{isAsking && <SecondStepDialog users={rows} account={account} onClose={() => setIsAsking(false)} />}
			<UserDialogs
				key={question && `${question.kind} ${question.user.id}`}
				me={me}
				question={question}
				users={rows}
				companyName={companyName}
				onClose={close}
			/>
		</>
	);
}
