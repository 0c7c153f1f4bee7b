import { TextInput } from "@mantine/core";
import { IconBellOff, IconBellRinging, IconPencil, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "sonner";
import type { ContactDeliveryChannel, ContactDetails } from "../../../shared/message/contact";
import { mostBrowsers } from "../../../shared/message/push";
import { suppressionText } from "../../../shared/message/suppression-text";
import { trpcClient } from "../../api/trpc";
import { deliveryChannelLabel } from "../../entities/contact";
import { ActionDialog } from "../../forms/action-dialog";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedButton } from "../../ui/form/guarded-button";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/contacts";
import { ActionFailure, useChannelActions } from "./channel-actions";
import { useKeepContact, useRefreshContacts } from "./contact-calls";
import classes from "./contacts.module.css";
import { LastMessage } from "./last-message";
import { pushObstacle, subscribeBrowser } from "./push-browser";

type PushChannelProps = { contact: ContactDetails; denial: string | null };

/** The browsers for a contact's push messages. Only the contact's user can register one, in that browser. */
export function PushChannel({ contact, denial }: PushChannelProps) {
	const keep = useKeepContact();
	const { busy, failure, run } = useChannelActions();
	const browsers = contact.channels.filter(({ channel }) => channel === "push");
	const own = contact.ownPush;
	if (browsers.length === 0 && own === null) return null;
	const publicKey = own?.publicKey ?? "";
	const start = async () => {
		const subscription = await subscribeBrowser(publicKey);
		await keep(await trpcClient.contact.startPush.mutate({ contactId: contact.id, ...subscription }));
		toast.success(t("push.on"));
	};
	const startDenial = own?.publicKey == null ? suppressionText.channelOff : pushObstacle();
	return (
		<section className={classes.channel} aria-label={deliveryChannelLabel("push")}>
			<div className={classes.channelHead}>
				<h3 className={classes.channelName}>{deliveryChannelLabel("push")}</h3>
				{browsers[0]?.isDefault && <StatusChip tone="info">{t("usual")}</StatusChip>}
			</div>
			{browsers.length === 0 && <p className={layout.wrappedNote}>{t("push.invitation")}</p>}
			{browsers.map((browser) => (
				<Browser
					key={browser.id ?? browser.channel}
					{...{ contact, browser }}
					denial={own === null ? denial : null}
					testDenial={denial}
				/>
			))}
			{own !== null && (
				<div className={classes.actions}>
					<GuardedButton
						denial={startDenial}
						icon={<IconBellRinging size={16} />}
						isLoading={busy === "start"}
						onClick={() => void run("start", start)}
					>
						{browsers.length === 0 ? t("push.notifyThis") : t("push.addThis")}
					</GuardedButton>
				</div>
			)}
			{own !== null && browsers.length > 0 && (
				<p className={layout.wrappedNote}>{t("push.most", { most: mostBrowsers })}</p>
			)}
			<ActionFailure text={failure} />
		</section>
	);
}

type BrowserProps = {
	contact: ContactDetails;
	browser: ContactDeliveryChannel;
	denial: string | null;
	testDenial: string | null;
};

function Browser({ contact, browser, denial, testDenial }: BrowserProps) {
	const keep = useKeepContact();
	const refresh = useRefreshContacts();
	const { busy, failure, run } = useChannelActions();
	const [isNaming, setIsNaming] = useState(false);
	const { id: addressId = "push", label = "", address, status } = browser;
	const contactId = contact.id;
	const name = label || address;
	const end = async () => {
		await keep(await trpcClient.contact.endPush.mutate({ contactId, addressId }));
		toast.success(t("push.off"));
	};
	const test = async () => {
		await trpcClient.contact.sendTest.mutate({ contactId, channel: "push", addressId });
		toast.success(t("push.testSent"));
		await refresh();
	};
	return (
		<section aria-label={name}>
			<p className={layout.text}>
				{name} {label !== "" && `(${address})`}{" "}
				{status === "bouncing" && <StatusChip tone="bad">{t("push.ended")}</StatusChip>}
			</p>
			<p className={layout.wrappedNote}>
				{status === "bouncing" ? suppressionText.browserGone : <LastMessage channel={browser} />}
			</p>
			<div className={classes.actions}>
				{status !== "bouncing" && (
					<GuardedButton
						denial={testDenial}
						icon={<IconSend size={16} />}
						isLoading={busy === "test"}
						onClick={() => void run("test", test)}
					>
						{t("test.send")}
					</GuardedButton>
				)}
				<GuardedButton denial={denial} icon={<IconPencil size={16} />} onClick={() => setIsNaming(true)}>
					{t("push.name")}
				</GuardedButton>
				<GuardedButton
					denial={denial}
					icon={<IconBellOff size={16} />}
					isLoading={busy === "end"}
					onClick={() => void run("end", end)}
				>
					{t("push.turnOff")}
				</GuardedButton>
			</div>
			<ActionFailure text={failure} />
			{isNaming && <NameDialog {...{ contactId, addressId, label }} onClose={() => setIsNaming(false)} />}
		</section>
	);
}

type NameDialogProps = { contactId: string; addressId: string; label: string; onClose: () => void };

function NameDialog({ contactId, addressId, label, onClose }: NameDialogProps) {
	const keep = useKeepContact();
	const [typed, setTyped] = useState(label);
	const save = async () => {
		await keep(await trpcClient.contact.namePush.mutate({ contactId, addressId, label: typed }));
	};
	return (
		<ActionDialog title={t("push.name")} size={440} label={t("save")} run={save} onClose={onClose}>
			<TextInput
				label={t("name")}
				description={t("push.name.help")}
				maxLength={64}
				data-autofocus
				value={typed}
				onChange={({ currentTarget: { value } }) => setTyped(value)}
			/>
		</ActionDialog>
	);
}
