import { IconCheck, IconMinus } from "@tabler/icons-react";
import type { User } from "../../../shared/account";
import type { GroupListRow } from "../../../shared/group";
import { can } from "../../../shared/permissions";
import { GroupRows } from "../../entities/group-mark";
import { unbuiltAreas } from "../../entities/labels";
import { StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { Detail, Facts } from "../../ui/layout/detail";
import { NoRows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { capabilitiesOf, roleTitles, scopeLabel, userStatusLabels } from "./user-labels";
import classes from "./users.module.css";

type UserDetailProps = { user: User; isMe: boolean; groups: GroupListRow[] };

export function UserDetail({ user, isMe, groups }: UserDetailProps) {
	const { label, tone } = userStatusLabels[user.status];
	return (
		<Detail
			title={user.name || user.email}
			subtitle={isMe ? `${roleTitles[user.role]}. This is you.` : roleTitles[user.role]}
			list={{ to: "/accounts/users/", title: "All users" }}
			notice={unbuiltAreas.users}
			aside={
				<Card title={`Rights of the role ${user.role}`}>
					<ul className={classes.rights}>
						{capabilitiesOf(user.role).map(({ key, words, isHeld }) => (
							<li key={key} data-held={isHeld || undefined}>
								{isHeld ? <IconCheck size={17} aria-label="May:" /> : <IconMinus size={17} aria-label="May not:" />}
								{words}
							</li>
						))}
					</ul>
				</Card>
			}
		>
			<Card title="User">
				<Facts
					facts={[
						{ label: "Name", value: user.name || "—" },
						{ label: "E-mail", value: user.email, note: "Signs in with it." },
						{ label: "Role", value: roleTitles[user.role] },
						{ label: "Status", value: <StatusChip tone={tone}>{label}</StatusChip> },
						{
							label: "Last seen",
							value: user.lastSeenAt ? <TimeStamp at={user.lastSeenAt.getTime()} isFocusable /> : "Never",
						},
						{ label: "Created", value: <TimeStamp at={user.createdAt.getTime()} isFocusable /> },
					]}
				/>
			</Card>
			<Card title="Sees">
				<VisibleGroups user={user} groups={groups} />
			</Card>
		</Detail>
	);
}

function VisibleGroups({ user, groups }: Pick<UserDetailProps, "user" | "groups">) {
	const { role, scope } = user;
	if (!can(role, "viewFleet")) return <NoRows>{scopeLabel(user)}: the role has no part in them.</NoRows>;
	if (scope === "all") return <NoRows>{scopeLabel(user)}, and every device.</NoRows>;
	const visible = groups.filter(({ id }) => scope.groupIds.includes(id));
	return visible.length === 0 ? <NoRows>No group that still exists.</NoRows> : <GroupRows groups={visible} />;
}
