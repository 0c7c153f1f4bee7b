import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { toast } from "sonner";
import {
	Access,
	type CurrentAccount,
	InvitationTarget,
	invitationPath,
	type SentInvitation,
	type User,
} from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import type { GroupListRow } from "../../../shared/device/group";
import type { ErrorCode } from "../../../shared/errors/error-codes";
import { suppressionText } from "../../../shared/message/message";
import { userList } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { GroupRows } from "../../entities/group-mark";
import { historyDenial } from "../../entities/labels";
import { FormFoot } from "../../forms/entity-form";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import { StatusChip } from "../../ui/feedback/status-chip";
import { ButtonRow } from "../../ui/form/buttons";
import { GuardedButton, HistoryLink } from "../../ui/form/guarded-button";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import { BackLink, type Fact, Facts } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { AccessFields } from "./access-fields";
import { useKeepUser } from "./user-calls";
import { UserDialogs, useUserActions } from "./user-dialogs";
import { isExpired, mailLabels, manageDenial, nameOf, roleTitles, scopeLabel } from "./user-labels";
import { RightsCard, UserStatusChip } from "./user-parts";
import { accessOf, accessParts, fieldOf, toAccess } from "./user-values";
import classes from "./users.module.css";

type UserEditorProps = { user: User; users: User[]; account: CurrentAccount; groups: GroupListRow[] };

export function UserEditor({ user, users, account, groups }: UserEditorProps) {
	const { me, companyName } = account;
	const navigate = useNavigate();
	const actions = useUserActions(me);
	const denial = manageDenial(me, user);
	const isMe = user.id === me.id;
	return (
		<>
			<PageHead title={nameOf(user)} subtitle={isMe ? `${roleTitles[user.role]}. This is you.` : roleTitles[user.role]}>
				<BackLink to="/accounts/users/">All users</BackLink>
				<HistoryLink entityId={user.id} denial={historyDenial(me.role)} />
			</PageHead>
			<div className={classes.form}>
				<div className={classes.column}>
					<UserFacts user={user} />
					{denial === null ? (
						<AccessForm user={user} me={me} groups={groups} />
					) : (
						<Card title="Access">
							<NoRows>{denial}</NoRows>
							<VisibleGroups user={user} groups={groups} />
						</Card>
					)}
					{user.invitation ? (
						<InvitationCard user={user} denial={denial} actions={actions} />
					) : (
						!isMe && <MemberCard user={user} me={me} denial={denial} actions={actions} />
					)}
				</div>
				<RightsCard role={user.role} />
			</div>
			<UserDialogs
				key={actions.question?.kind}
				me={me}
				question={actions.question}
				users={users}
				companyName={companyName}
				onClose={actions.close}
				onGone={() => navigate({ to: "/accounts/users/" })}
			/>
		</>
	);
}

function UserFacts({ user }: { user: User }) {
	const { name, email, status, invitation, lastSignInAt, lastSeenAt, createdAt } = user;
	const moment = (at: Date | null) => (at ? <TimeStamp at={at.getTime()} isFocusable /> : "Never");
	const invited: Fact[] = invitation
		? [
				{ label: "Invited by", value: invitation.inviterName, note: invitation.note || undefined },
				{ label: "Sent", value: moment(invitation.sentAt) },
				...(invitation.mail ? [{ label: "Mail", ...mailFact(invitation.mail) }] : []),
				{ label: isExpired(invitation) ? "Expired" : "Open until", value: moment(invitation.expiresAt) },
			]
		: [
				{ label: "Last sign-in", value: moment(lastSignInAt) },
				{ label: "Last seen", value: moment(lastSeenAt) },
				{ label: "Created", value: moment(createdAt) },
			];
	return (
		<Card title="User">
			<Facts
				facts={[
					...(invitation ? [] : [{ label: "Name", value: name || "—" }]),
					{ label: "E-mail", value: email, note: invitation ? "Only this address can join." : "Used to sign in." },
					{ label: "Status", value: <UserStatusChip user={{ status, invitation }} /> },
					...invited,
				]}
			/>
		</Card>
	);
}

function mailFact({ state, reason }: NonNullable<SentInvitation["mail"]>): Pick<Fact, "value" | "note"> {
	const { label, tone } = mailLabels[state];
	return {
		value: <StatusChip tone={tone}>{label}</StatusChip>,
		note: reason === null ? undefined : `${suppressionText[reason]} You can send them the link below yourself.`,
	};
}

type AccessFormProps = { user: User; me: User; groups: GroupListRow[] };

function AccessForm({ user, me, groups }: AccessFormProps) {
	const keepUser = useKeepUser();
	const queryClient = useQueryClient();
	const parts = useMemo(() => accessParts(groups), [groups]);
	const target = InvitationTarget.safeParse({ invitationId: user.id }).data ?? { userId: user.id };
	const { entityForm, conflict } = useVersionedForm({
		entity: user,
		initialValues: accessOf(user),
		parts,
		valuesOf: accessOf,
		fieldOf,
		schema: Access,
		toInput: toAccess,
		save: (access: Access, base: User | null) => {
			const { version } = base ?? user;
			return "userId" in target
				? trpcClient.account.updateUser.mutate({ ...target, ...access, version })
				: trpcClient.account.updateInvitation.mutate({ ...target, ...access, version });
		},
		lookAgain: async ({ id }: User) => {
			const users = await queryClient.fetchQuery({ ...userList(), staleTime: 0 });
			const found = users.find((each) => each.id === id);
			if (!found) throw userGone();
			return found;
		},
		nextBase: (saved: User) => saved,
		onSaved: (saved: User) => {
			toast.success(`${nameOf(saved)} saved.`);
			void keepUser(saved);
		},
	});
	const { form, formProps } = entityForm;
	const errorAt = (path: string) => (typeof form.errors[path] === "string" ? form.errors[path] : undefined);
	return (
		<form {...formProps} aria-label="Access">
			<Card title="Access">
				<div className={classes.fields}>
					<VersionConflict thing="user" conflict={conflict} />
					<AccessFields
						values={form.values}
						errors={{ role: errorAt("role"), groupIds: errorAt("groupIds") }}
						me={me}
						groups={groups}
						onChange={(change) => form.setValues(change)}
					/>
					<FormFoot entityForm={entityForm} saveLabel="Save access" />
				</div>
			</Card>
		</form>
	);
}

/** Has the shape of the server's errors, so that its sentence is found. */
function userGone(): Error {
	return Object.assign(new Error("The user is gone."), { data: { reason: "USER_NOT_FOUND" satisfies ErrorCode } });
}

function VisibleGroups({ user, groups }: Pick<UserEditorProps, "user" | "groups">) {
	const { role, scope } = user;
	if (!can(role, "viewFleet") || scope === "all") return <NoRows>Sees: {scopeLabel(user)}.</NoRows>;
	const visible = groups.filter(({ id }) => scope.groupIds.includes(id));
	return visible.length === 0 ? <NoRows>No group that still exists.</NoRows> : <GroupRows groups={visible} />;
}

type ActionCardProps = { user: User; denial: string | null; actions: ReturnType<typeof useUserActions> };

function InvitationCard({ user, denial, actions }: ActionCardProps) {
	const link = new URL(invitationPath(user), window.location.origin).href;
	return (
		<Card title="Invitation">
			<div className={classes.fields}>
				<Snippet title="Link" text={link} />
				<p className={classes.hint}>
					The mail holds this link. It joins only who signs in with {user.email} and has confirmed that address. Sending
					again opens it for seven more days.
				</p>
				<ButtonRow>
					<GuardedButton denial={denial} onClick={() => void actions.resend(user)}>
						Send again
					</GuardedButton>
					<GuardedButton denial={denial} look="danger" onClick={() => actions.ask({ kind: "withdraw", user })}>
						Withdraw
					</GuardedButton>
				</ButtonRow>
			</div>
		</Card>
	);
}

function MemberCard({ user, me, denial, actions }: ActionCardProps & { me: User }) {
	const transferDenial = can(me.role, "editOwners") ? null : "Only an owner can transfer the ownership.";
	const isActive = user.status === "active";
	return (
		<Card title="Sign-in and membership">
			<div className={classes.fields}>
				<p className={classes.hint}>
					Disabling blocks all access and keeps the user; removing deletes the membership. Their sign-in itself stays.
				</p>
				<ButtonRow>
					<GuardedButton denial={denial} onClick={() => actions.ask({ kind: "signOut", user })}>
						Sign out everywhere
					</GuardedButton>
					{isActive ? (
						<GuardedButton denial={denial} onClick={() => actions.ask({ kind: "disable", user })}>
							Disable
						</GuardedButton>
					) : (
						<GuardedButton denial={denial} onClick={() => void actions.enable(user)}>
							Enable
						</GuardedButton>
					)}
					{isActive && (
						<GuardedButton denial={denial ?? transferDenial} onClick={() => actions.ask({ kind: "transfer", user })}>
							Transfer ownership
						</GuardedButton>
					)}
					<GuardedButton denial={denial} look="danger" onClick={() => actions.ask({ kind: "remove", user })}>
						Remove
					</GuardedButton>
				</ButtonRow>
			</div>
		</Card>
	);
}
