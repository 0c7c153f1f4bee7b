import { IconArrowLeft } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "sonner";
import { type CurrentAccount, invitationPath, type SentInvitation, type User } from "../../../shared/account";
import type { GroupListRow } from "../../../shared/group";
import { suppressionWords } from "../../../shared/message";
import { can } from "../../../shared/permissions";
import { GroupRows } from "../../entities/group-mark";
import { FormFoot } from "../../forms/entity-form";
import { Callout } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { ButtonRow } from "../../ui/form/buttons";
import { ConflictNotice } from "../../ui/form/conflict-notice";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import { type Fact, Facts } from "../../ui/layout/detail";
import { ButtonLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { AccessFields } from "./access-fields";
import { RightsCard } from "./rights-card";
import { useUserForm } from "./use-user-form";
import { useKeepUser } from "./user-calls";
import { UserDialogs, useUserActions } from "./user-dialogs";
import { isExpired, mailLabels, manageRefusal, nameOf, roleTitles, scopeLabel } from "./user-labels";
import { UserStatusChip } from "./user-status-chip";
import classes from "./users.module.css";

type UserEditorProps = { user: User; users: User[]; account: CurrentAccount; groups: GroupListRow[] };

export function UserEditor({ user, users, account, groups }: UserEditorProps) {
	const { me, companyName } = account;
	const navigate = useNavigate();
	const actions = useUserActions(me);
	const refusal = manageRefusal(me, user);
	const isMe = user.id === me.id;
	return (
		<>
			<PageHead title={nameOf(user)} subtitle={isMe ? `${roleTitles[user.role]}. This is you.` : roleTitles[user.role]}>
				<ButtonLink to="/accounts/users/" variant="default" leftSection={<IconArrowLeft size={17} stroke={1.7} />}>
					All users
				</ButtonLink>
			</PageHead>
			<div className={classes.form}>
				<div className={classes.column}>
					<UserFacts user={user} />
					{refusal === null ? (
						<AccessForm user={user} me={me} groups={groups} />
					) : (
						<Card title="Access">
							<NoRows>{refusal}</NoRows>
							<VisibleGroups user={user} groups={groups} />
						</Card>
					)}
					{user.invitation ? (
						<InvitationCard user={user} refusal={refusal} actions={actions} />
					) : (
						!isMe && <MemberCard user={user} me={me} refusal={refusal} actions={actions} />
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
					{ label: "E-mail", value: email, note: invitation ? "Only this address can join." : "Signs in with it." },
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
		note: reason === null ? undefined : `${suppressionWords[reason]} You can send them the link below yourself.`,
	};
}

type AccessFormProps = { user: User; me: User; groups: GroupListRow[] };

function AccessForm({ user, me, groups }: AccessFormProps) {
	const keepUser = useKeepUser();
	const { entityForm, conflict } = useUserForm({
		user,
		groups,
		onSaved: (saved) => {
			toast.success(`${nameOf(saved)} is saved.`);
			void keepUser(saved);
		},
	});
	const { form, formProps } = entityForm;
	const errorAt = (path: string) => (typeof form.errors[path] === "string" ? form.errors[path] : undefined);
	return (
		<form {...formProps} aria-label="Access">
			<Card title="Access">
				<div className={classes.fields}>
					{conflict && conflict.taken.length > 0 && (
						<Callout tone="warn" role="status">
							Somebody else has saved other parts of this user meanwhile: {conflict.taken.join(", ")}. They are taken
							over here. Save again to keep both.
						</Callout>
					)}
					{conflict && conflict.conflicts.length > 0 && (
						<ConflictNotice
							key={conflict.version}
							fields={conflict.conflicts}
							onKeepMine={({ part }) => conflict.choose(part, "mine")}
							onTakeTheirs={({ part }) => conflict.choose(part, "theirs")}
						/>
					)}
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

function VisibleGroups({ user, groups }: Pick<UserEditorProps, "user" | "groups">) {
	const { role, scope } = user;
	if (!can(role, "viewFleet") || scope === "all") return <NoRows>Sees: {scopeLabel(user)}.</NoRows>;
	const visible = groups.filter(({ id }) => scope.groupIds.includes(id));
	return visible.length === 0 ? <NoRows>No group that still exists.</NoRows> : <GroupRows groups={visible} />;
}

type ActionCardProps = { user: User; refusal: string | null; actions: ReturnType<typeof useUserActions> };

function InvitationCard({ user, refusal, actions }: ActionCardProps) {
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
					<GuardedButton refusal={refusal} onClick={() => void actions.resend(user)}>
						Send again
					</GuardedButton>
					<GuardedButton refusal={refusal} look="danger" onClick={() => actions.ask({ kind: "withdraw", user })}>
						Withdraw
					</GuardedButton>
				</ButtonRow>
			</div>
		</Card>
	);
}

function MemberCard({ user, me, refusal, actions }: ActionCardProps & { me: User }) {
	const transferRefusal = can(me.role, "editOwners") ? null : "Only an owner can transfer the ownership.";
	const isActive = user.status === "active";
	return (
		<Card title="Sign-in and membership">
			<div className={classes.fields}>
				<p className={classes.hint}>
					Disabling takes all access away and keeps the user; removing deletes the membership. Neither touches how they
					sign in, which the sign-in service keeps.
				</p>
				<ButtonRow>
					<GuardedButton refusal={refusal} onClick={() => actions.ask({ kind: "signOut", user })}>
						Sign out everywhere
					</GuardedButton>
					{isActive ? (
						<GuardedButton refusal={refusal} onClick={() => actions.ask({ kind: "disable", user })}>
							Disable
						</GuardedButton>
					) : (
						<GuardedButton refusal={refusal} onClick={() => void actions.enable(user)}>
							Enable
						</GuardedButton>
					)}
					{isActive && (
						<GuardedButton refusal={refusal ?? transferRefusal} onClick={() => actions.ask({ kind: "transfer", user })}>
							Transfer ownership
						</GuardedButton>
					)}
					<GuardedButton refusal={refusal} look="danger" onClick={() => actions.ask({ kind: "remove", user })}>
						Remove
					</GuardedButton>
				</ButtonRow>
			</div>
		</Card>
	);
}
