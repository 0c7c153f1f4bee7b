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
import { suppressionText } from "../../../shared/message/suppression-text";
import { userList } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { GroupRows } from "../../entities/group-mark";
import { historyDenial } from "../../entities/labels";
import { FormFoot } from "../../forms/entity-form";
import { SecondPersonNote } from "../../forms/second-person-note";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import { StatusChip } from "../../ui/feedback/status-chip";
import { ButtonRow } from "../../ui/form/buttons";
import { GuardedButton, HistoryLink } from "../../ui/form/guarded-button";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import { BackLink, type Fact, Facts } from "../../ui/layout/detail";
import formStyles from "../../ui/layout/form-beside.module.css";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/account";
import { AccessFields } from "./access-fields";
import { useKeepUser } from "./user-calls";
import { UserDialogs, useUserActions } from "./user-dialogs";
import { isExpired, mailLabels, manageDenial, nameOf, scopeLabel } from "./user-labels";
import { RightsCard, UserStatusChip } from "./user-parts";
import { accessOf, accessParts, fieldOf, toAccess } from "./user-values";

type UserEditorProps = { user: User; users: User[]; account: CurrentAccount; groups: GroupListRow[] };

export function UserEditor({ user, users, account, groups }: UserEditorProps) {
	const { me, companyName } = account;
	const navigate = useNavigate();
	const actions = useUserActions(me);
	const denial = manageDenial(me, user);
	const isMe = user.id === me.id;
	return (
		<>
			<PageHead
				title={nameOf(user)}
				subtitle={isMe ? t("user.isYou", { role: t(`role.${user.role}`) }) : t(`role.${user.role}`)}
			>
				<BackLink to="/accounts/users/">{t("allUsers")}</BackLink>
				<HistoryLink entityId={user.id} denial={historyDenial(me.role)} />
			</PageHead>
			<div className={formStyles.form}>
				<div className={layout.stack}>
					<UserFacts user={user} />
					{denial === null ? (
						<AccessForm user={user} me={me} groups={groups} />
					) : (
						<Card title={t("access")}>
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
	const moment = (at: Date | null) => (at ? <TimeStamp at={at.getTime()} isFocusable /> : t("never"));
	const invited: Fact[] = invitation
		? [
				{ label: t("invitedBy"), value: invitation.inviterName, note: invitation.note || undefined },
				{ label: t("mail.sent"), value: moment(invitation.sentAt) },
				...(invitation.mail ? [{ label: t("mail"), ...mailFact(invitation.mail) }] : []),
				{ label: isExpired(invitation) ? t("expired") : t("openUntil"), value: moment(invitation.expiresAt) },
			]
		: [
				{ label: t("lastSignIn"), value: moment(lastSignInAt) },
				{ label: t("lastSeen"), value: moment(lastSeenAt) },
				{ label: t("created"), value: moment(createdAt) },
			];
	return (
		<Card title={t("user")}>
			<Facts
				facts={[
					...(invitation ? [] : [{ label: t("audit.field.name"), value: name || "—" }]),
					{ label: t("email"), value: email, note: invitation ? t("onlyThisAddressCanJoin") : t("usedToSignIn") },
					{ label: t("status"), value: <UserStatusChip user={{ status, invitation }} /> },
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
		note: reason === null ? undefined : t("mail.sendYourself", { reason: suppressionText[reason] }),
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
			toast.success(t("user.saved", { name: nameOf(saved) }));
			void keepUser(saved);
		},
	});
	const { form, formProps, errorAt } = entityForm;
	return (
		<form {...formProps} aria-label={t("access")}>
			<Card title={t("access")}>
				<div className={layout.padded}>
					<SecondPersonNote kind="roles" />
					<VersionConflict thing="user" conflict={conflict} />
					<AccessFields
						values={form.values}
						errors={{ role: errorAt("role"), groupIds: errorAt("groupIds") }}
						me={me}
						groups={groups}
						onChange={(change) => form.setValues(change)}
					/>
					<FormFoot entityForm={entityForm} saveLabel={t("saveAccess")} />
				</div>
			</Card>
		</form>
	);
}

/** Has the shape of the server's errors, so that its sentence is found. */
function userGone(): Error {
	return Object.assign(new Error(t("theUserIsGone")), { data: { reason: "USER_NOT_FOUND" satisfies ErrorCode } });
}

function VisibleGroups({ user, groups }: Pick<UserEditorProps, "user" | "groups">) {
	const { role, scope } = user;
	if (!can(role, "viewFleet") || scope === "all") return <NoRows>{t("scope.sees", { what: scopeLabel(user) })}</NoRows>;
	const visible = groups.filter(({ id }) => scope.groupIds.includes(id));
	return visible.length === 0 ? <NoRows>{t("noGroupThatStillExists")}</NoRows> : <GroupRows groups={visible} />;
}

type ActionCardProps = { user: User; denial: string | null; actions: ReturnType<typeof useUserActions> };

function InvitationCard({ user, denial, actions }: ActionCardProps) {
	const link = new URL(invitationPath(user), window.location.origin).href;
	return (
		<Card title={t("invitation")}>
			<div className={layout.padded}>
				<Snippet title={t("link")} text={link} />
				<p className={layout.wrappedNote}>{t("invitation.link.help", { email: user.email })}</p>
				<ButtonRow>
					<GuardedButton denial={denial} onClick={() => void actions.resend(user)}>
						{t("sendAgain")}
					</GuardedButton>
					<GuardedButton denial={denial} look="danger" onClick={() => actions.ask({ kind: "withdraw", user })}>
						{t("withdraw")}
					</GuardedButton>
				</ButtonRow>
			</div>
		</Card>
	);
}

function MemberCard({ user, me, denial, actions }: ActionCardProps & { me: User }) {
	const transferDenial = can(me.role, "editOwners") ? null : t("onlyAnOwnerCanTransferThe");
	const isActive = user.status === "active";
	return (
		<Card title={t("signInAndMembership")}>
			<div className={layout.padded}>
				<p className={layout.wrappedNote}>{t("member.help")}</p>
				<ButtonRow>
					<GuardedButton denial={denial} onClick={() => actions.ask({ kind: "signOut", user })}>
						{t("signOutEverywhere")}
					</GuardedButton>
					{isActive ? (
						<GuardedButton denial={denial} onClick={() => actions.ask({ kind: "disable", user })}>
							{t("disable")}
						</GuardedButton>
					) : (
						<GuardedButton denial={denial} onClick={() => void actions.enable(user)}>
							{t("enable")}
						</GuardedButton>
					)}
					{isActive && (
						<GuardedButton denial={denial ?? transferDenial} onClick={() => actions.ask({ kind: "transfer", user })}>
							{t("transferOwnership")}
						</GuardedButton>
					)}
					<GuardedButton denial={denial} look="danger" onClick={() => actions.ask({ kind: "remove", user })}>
						{t("remove")}
					</GuardedButton>
				</ButtonRow>
			</div>
		</Card>
	);
}
