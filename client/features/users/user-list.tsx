import { IconClockShield, IconShieldLock, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { type CurrentAccount, type User, UserStatus } from "../../../shared/account/account";
import { can, Role } from "../../../shared/account/permissions";
import { denialOf } from "../../entities/labels";
import { ViewTabs } from "../../forms/views/view-tabs";
import { NewLink } from "../../ui/form/guarded-button";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink } from "../../ui/table/list-columns";
import { type Facet, type ListColumn, rowId } from "../../ui/table/list-rows";
import { PageActions } from "../../ui/table/page-actions";
import type { RowAction } from "../../ui/table/row-menu";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/account";
import { SecondStepDialog } from "./second-step-dialog";
import { SessionLimitsDialog } from "./session-limits-dialog";
import { UserDialogs, useUserActions } from "./user-dialogs";
import { isExpired, nameOf, scopeLabel, statusLabelOf, userStatusLabels } from "./user-labels";
import { UserStatusChip } from "./user-parts";
import classes from "./users.module.css";

const columns: [ListColumn<User>, ...ListColumn<User>[]] = [
	{
		id: "name",
		header: t("user"),
		csvHeader: "User",
		value: nameOf,
		cell: (user) => (
			<NameLink
				to="/accounts/users/edit/$userId"
				params={{ userId: user.id }}
				under={
					<>
						{t(`role.${user.role}`)} <UserStatusChip user={user} />
					</>
				}
			>
				{nameOf(user)}
			</NameLink>
		),
	},
	{ id: "email", header: t("email"), csvHeader: "E-mail", isSoft: true, isMinor: true, value: ({ email }) => email },
	{
		id: "role",
		header: t("role"),
		isMinor: true,
		value: ({ role }) => t(`role.${role}`),
		sortWords: [t("mostRightsFirst"), t("fewestRightsFirst")],
		rank: ({ role }) => Role.options.indexOf(role),
	},
	{ id: "scope", header: t("sees"), csvHeader: "Sees", isMinor: true, isSoft: true, value: scopeLabel },
	{
		id: "status",
		header: t("status"),
		isMinor: true,
		value: (user) => statusLabelOf(user).label,
		cell: (user) => (
			<>
				<UserStatusChip user={user} />
				{user.invitation && !isExpired(user.invitation) && (
					<span className={classes.until}>
						{rich("invitation.until", { time: <TimeStamp at={user.invitation.expiresAt.getTime()} /> })}
					</span>
				)}
			</>
		),
	},
	{
		id: "secondStep",
		header: t("twoStepSignIn"),
		csvHeader: "Two-step sign-in",
		isMinor: true,
		isSoft: true,
		value: (user) => (user.status === "active" ? t(`secondStep.${user.secondStep ?? "unknown"}`) : ""),
	},
	ageColumn({
		id: "signIn",
		header: t("lastSignIn"),
		csvHeader: "Last sign-in",
		isMinor: true,
		at: ({ lastSignInAt }) => lastSignInAt,
	}),
	ageColumn({ id: "seen", header: t("lastSeen"), csvHeader: "Last seen", at: ({ lastSeenAt }) => lastSeenAt }),
];

const facets: Facet<User>[] = [
	{
		name: "role",
		label: t("role"),
		options: Role.options.map((role) => ({ value: role, label: t(`role.${role}`) })),
		of: ({ role }) => role,
	},
	{
		name: "status",
		label: t("status"),
		options: UserStatus.options.map((status) => ({ value: status, label: userStatusLabels[status].label })),
		of: ({ status }) => status,
	},
];

const searched = ({ name, email }: User) => [name, email];

type UserListProps = { rows: User[]; account: CurrentAccount };

export function UserList({ rows, account }: UserListProps) {
	const { me, companyName } = account;
	const { question, close, rowActions } = useUserActions(me);
	const [dialog, setDialog] = useState<"secondStep" | "limits" | null>(null);
	const denial = can(me.role, "editUsers") ? null : denialOf("editUsers", "inviteUsers");
	const requireSecondStep: RowAction = {
		id: "second-step",
		label: t("requireTwoStepSignIn"),
		asks: true,
		icon: <IconShieldLock size={17} stroke={1.7} />,
		denial: can(me.role, "editOwners") ? null : denialOf("editOwners", "requireSecondStep"),
		onRun: () => setDialog("secondStep"),
	};
	const limitSessions: RowAction = {
		id: "limit-sessions",
		label: t("limits.action"),
		asks: true,
		icon: <IconClockShield size={17} stroke={1.7} />,
		denial: can(me.role, "editOwners") ? null : denialOf("editOwners", "limitSessions"),
		onRun: () => setDialog("limits"),
	};
	return (
		<>
			<EntityList
				title={t("usersList")}
				noun="user"
				rows={rows}
				rowKey={rowId}
				columns={columns}
				facets={facets}
				searchHint={t("nameOrEMail")}
				searched={searched}
				api={{ list: "users", hasIds: true }}
				rowActions={rowActions}
				views={<ViewTabs screen="users" />}
				newLink={
					<NewLink to="/accounts/users/new" denial={denial} icon={<IconUserPlus size={17} stroke={1.7} />}>
						{t("inviteUser")}
					</NewLink>
				}
				headActions={<PageActions name="users" actions={[requireSecondStep, limitSessions]} />}
				empty={{ icon: <IconUsers size={26} />, title: t("noUsers"), text: t("thereAreNoUsersYouCan") }}
			/>
			{dialog === "secondStep" && <SecondStepDialog users={rows} account={account} onClose={() => setDialog(null)} />}
			{dialog === "limits" && <SessionLimitsDialog account={account} onClose={() => setDialog(null)} />}
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
