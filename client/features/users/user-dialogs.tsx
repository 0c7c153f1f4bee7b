import { Alert, Radio } from "@mantine/core";
import { IconBan, IconLogout2, IconMailForward, IconPencil, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { User } from "../../../shared/account/account";
import { contactBy, contactList, wallList } from "../../api/queries";
import { trpc, trpcClient } from "../../api/trpc";
import { pageLanguage } from "../../base/page-language";
import { ConfirmDialog } from "../../forms/action-dialog";
import { toastFailure } from "../../forms/toast-failure";
import { TypedConfirmation } from "../../forms/typed-confirmation";
import type { RowAction } from "../../ui/table/row-menu";
import { t } from "../../words/made/account";
import { TransferDialog } from "./transfer-dialog";
import { useKeepUser, useRefreshUsers } from "./user-calls";
import { manageDenial, nameOf } from "./user-labels";

export type UserQuestion = { kind: "disable" | "signOut" | "remove" | "withdraw" | "transfer"; user: User };

export function useUserActions(me: User) {
	const [question, setQuestion] = useState<UserQuestion | null>(null);
	const navigate = useNavigate();
	const keepUser = useKeepUser();
	const run = async (run: () => Promise<User>, words: string) => {
		try {
			await keepUser(await run());
			toast.success(words);
		} catch (error) {
			toastFailure(error);
		}
	};
	const resend = (user: User) =>
		run(
			() => trpcClient.account.resendInvitation.mutate({ invitationId: user.id }),
			t("theInvitationWasSentToEmail", { email: user.email }),
		);
	const enable = (user: User) =>
		run(() => trpcClient.account.enableUser.mutate({ userId: user.id }), t("user.enabled", { name: nameOf(user) }));

	const rowActions = (user: User): RowAction[] => {
		const denial = manageDenial(me, user);

		const open: RowAction = {
			id: "edit",
			label: t("edit"),
			icon: <IconPencil size={16} />,
			onRun: () => void navigate({ to: "/accounts/users/edit/$userId", params: { userId: user.id } }),
		};
		const asking = (kind: UserQuestion["kind"], label: string, icon: ReactNode): RowAction => {
			return { id: kind, label, asks: true, icon, denial, onRun: () => setQuestion({ kind, user }) };
		};
		if (user.status === "invited") {
			const again = { id: "resend", label: t("sendAgain"), icon: <IconMailForward size={16} />, denial };
			const withdraw = asking("withdraw", t("withdraw"), <IconTrash size={16} />);
			return [open, { ...again, onRun: () => void resend(user) }, { ...withdraw, isDangerous: true }];
		}
		const enabling = { id: "enable", label: t("enable"), icon: <IconPlayerPlay size={16} />, denial };
		return [
			open,
			asking("signOut", t("signOutEverywhere"), <IconLogout2 size={16} />),
			user.status === "disabled"
				? { ...enabling, onRun: () => void enable(user) }
				: asking("disable", t("disable"), <IconBan size={16} />),
			{ ...asking("remove", t("remove"), <IconTrash size={16} />), isDangerous: true },
		];
	};
	return { question, ask: setQuestion, close: () => setQuestion(null), resend, enable, rowActions };
}

type UserDialogsProps = {
	me: User;
	question: UserQuestion | null;
	users: User[];
	companyName: string;
	onClose: () => void;
	onGone?: () => Promise<void>;
};

export function UserDialogs(props: UserDialogsProps) {
	const { me, question, users, companyName, onClose, onGone } = props;
	const keepUser = useKeepUser();
	const refresh = useRefreshUsers();
	const [linkedContacts, setLinkedContacts] = useState<"keep" | "pause">("keep");
	const [takesKeys, setTakesKeys] = useState(false);
	const [removesWalls, setRemovesWalls] = useState(false);
	if (question === null) return null;
	const { kind, user } = question;
	const name = nameOf(user);
	const sent = users.filter(({ invitation }) => invitation?.invitedBy === user.id).map(({ email }) => email);
	const questions = (
		<>
			<SentInvitations emails={sent} />
			<LinkedContacts user={user} me={me} value={linkedContacts} onChange={setLinkedContacts} />
			<OwnedKeys user={user} isTaken={takesKeys} onTake={setTakesKeys} />
			<AddedWalls user={user} isRemoving={removesWalls} onRemove={setRemovesWalls} />
		</>
	);
	const kept = async (changed: User, words: string) => {
		await keepUser(changed);
		toast.success(words);
	};
	const gone = async (words: string) => {
		await onGone?.();
		toast.success(words);
		await refresh();
	};
	if (kind === "signOut") {
		return (
			<ConfirmDialog
				title={t("signNameOutEverywhere", { name })}
				label={t("signOutEverywhere")}
				onClose={onClose}
				run={async () =>
					kept(
						await trpcClient.account.endUserSessions.mutate({ userId: user.id }),
						t("nameIsSignedOutEverywhere", { name }),
					)
				}
			>
				<p>{t("allTheirBrowsersAreSignedOut")}</p>
			</ConfirmDialog>
		);
	}
	if (kind === "disable") {
		return (
			<ConfirmDialog
				title={t("disableName", { name })}
				label={t("disableUser")}
				isDangerous
				onClose={onClose}
				run={async () =>
					kept(
						await trpcClient.account.disableUser.mutate({ userId: user.id, linkedContacts, takesKeys, removesWalls }),
						t("nameIsDisabled", { name }),
					)
				}
			>
				<p>{t("user.disable.what", { company: companyName })}</p>
				{questions}
			</ConfirmDialog>
		);
	}
	if (kind === "withdraw") {
		return (
			<ConfirmDialog
				title={t("withdrawTheInvitationOfEmail", { email: user.email })}
				label={t("withdrawInvitation")}
				isDangerous
				onClose={onClose}
				run={async () => {
					await trpcClient.account.revokeInvitation.mutate({ invitationId: user.id });
					await gone(t("theInvitationIsWithdrawn"));
				}}
			>
				<p>{t("itsLinkNoLongerJoinsYou")}</p>
			</ConfirmDialog>
		);
	}
	if (kind === "transfer") {
		return (
			<TransferDialog
				user={user}
				me={me}
				companyName={companyName}
				onClose={onClose}
				onDone={(changed) => kept(changed, t("nameIsAnOwnerNowAnd", { name }))}
			/>
		);
	}
	return (
		<TypedConfirmation
			title={t("removeName", { name })}
			expected={name}
			confirmLabel={t("removeUser")}
			onClose={onClose}
			onConfirm={async () => {
				await trpcClient.account.removeUser.mutate({ userId: user.id, linkedContacts, takesKeys, removesWalls });
				await gone(t("nameIsRemoved", { name }));
			}}
		>
			<p>{t("user.remove.what", { company: companyName })}</p>
			{questions}
		</TypedConfirmation>
	);
}

const allOf = new Intl.ListFormat(pageLanguage);

function SentInvitations({ emails }: { emails: string[] }) {
	if (emails.length === 0) return null;
	return <p>{t("user.sentInvitations", { emails: allOf.format(emails) })}</p>;
}

type LinkedContactsProps = {
	user: User;
	me: User;
	value: "keep" | "pause";
	onChange: (value: "keep" | "pause") => void;
};

/** Rules message contacts, not users: without this choice a removed user still gets messages. */
function LinkedContacts({ user, me, value, onChange }: LinkedContactsProps) {
	const mayPause = me.scope === "all";
	const contacts = useQuery({ ...contactList(), enabled: mayPause });
	const linked = (contacts.data ?? []).filter(({ linkedUserId }) => linkedUserId === user.id);
	const details = useQueries({ queries: linked.map(({ id }) => contactBy(id)) });
	if (linked.length === 0) return null;
	const only = details
		.flatMap(({ data }) => [...(data?.uses.alerts ?? []), ...(data?.uses.reports ?? [])])
		.filter(({ isOnlyRecipient }) => isOnlyRecipient)
		.map(({ name }) => name);
	return (
		<>
			<Radio.Group
				label={t("user.linkedContacts", { names: allOf.format(linked.map(({ fullName }) => fullName)) })}
				value={value}
				onChange={(chosen) => onChange(chosen === "pause" ? "pause" : "keep")}
			>
				<Radio mt={6} value="keep" label={t("goOnSendingAlertsAndReports")} />
				<Radio mt={6} value="pause" label={t("pauseThemForAYear")} />
			</Radio.Group>
			{value === "pause" && only.length > 0 && (
				<Alert color="yellow" title={t("nobodyElseIsNotified")}>
					{t("user.leftWithoutRecipient", { names: allOf.format([...new Set(only)]) })}
				</Alert>
			)}
		</>
	);
}

type OwnedKeysProps = { user: User; isTaken: boolean; onTake: (isTaken: boolean) => void };

/** Programs that use the keys would stop. */
function OwnedKeys({ user, isTaken, onTake }: OwnedKeysProps) {
	const keys = useQuery(trpc.account.getApiKeys.queryOptions());
	const kept = (keys.data ?? []).filter(({ keeper }) => keeper.id === user.id);
	if (kept.length === 0) return null;
	return (
		<Radio.Group
			label={t("user.keptKeys", { names: allOf.format(kept.map(({ name }) => name)) })}
			value={isTaken ? "take" : "pause"}
			onChange={(chosen) => onTake(chosen === "take")}
		>
			<Radio mt={6} value="pause" label={t("pauseThemUntilSomebodyTakesThem")} />
			<Radio mt={6} value="take" label={t("iKeepThemFromNowOn")} />
		</Radio.Group>
	);
}

type AddedWallsProps = { user: User; isRemoving: boolean; onRemove: (isRemoving: boolean) => void };

/** Anyone with a wall's address can read it, and a user who leaves may have it. */
function AddedWalls({ user, isRemoving, onRemove }: AddedWallsProps) {
	const walls = useQuery(wallList());
	const added = (walls.data ?? []).filter(({ createdBy }) => createdBy === user.id);
	if (added.length === 0) return null;
	return (
		<Radio.Group
			label={t("user.addedWalls", { names: allOf.format(added.map(({ name }) => name)) })}
			value={isRemoving ? "remove" : "keep"}
			onChange={(chosen) => onRemove(chosen === "remove")}
		>
			<Radio mt={6} value="keep" label={t("goOnShowingAlsoToThem")} />
			<Radio mt={6} value="remove" label={t("removeThemTheirAddressesShowNothing")} />
		</Radio.Group>
	);
}
