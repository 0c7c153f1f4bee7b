import { IconBellOff, IconBellRinging, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "sonner";
import type { ContactDeliveryChannel, ContactDetails } from "../../../shared/message/contact";
import { suppressionText } from "../../../shared/message/suppression-text";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { deliveryChannelLabels } from "../../entities/contact";
import { Callout } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedButton } from "../../ui/form/guarded-button";
import { t } from "../../words/made/contacts";
import { useKeepContact, useRefreshContacts } from "./contact-calls";
import classes from "./contacts.module.css";
import { LastMessage } from "./last-message";
import { PushDenied, pushObstacle, subscribeBrowser } from "./push-browser";

type PushChannelProps = { contact: ContactDetails; denial: string | null };
type Act = "start" | "end" | "test";

/** The browser for a contact's push messages. Only the contact's user can register it, in that browser. */
export function PushChannel({ contact, denial }: PushChannelProps) {
	const keep = useKeepContact();
	const refresh = useRefreshContacts();
	const [busy, setBusy] = useState<Act | null>(null);
	const [failure, setFailure] = useState<string | null>(null);
	const channel = contact.channels.find((each) => each.channel === "push");
	const own = contact.ownPush;
	if (!channel && own === null) return null;
	const contactId = contact.id;

	const run = async (what: Act, run: () => Promise<void>) => {
		setBusy(what);
		setFailure(null);
		try {
			await run();
		} catch (error) {
			setFailure(failureText(error));
		} finally {
			setBusy(null);
		}
	};
	const start = async (publicKey: string) => {
		const subscription = await subscribeBrowser(publicKey);
		await keep(await trpcClient.contact.startPush.mutate({ contactId, ...subscription }));
		toast.success(t("push.on"));
	};
	const end = async () => {
		await keep(await trpcClient.contact.endPush.mutate({ contactId }));
		toast.success(t("push.off"));
	};
	const test = async () => {
		await trpcClient.contact.sendTest.mutate({ contactId, channel: "push" });
		toast.success(t("push.testSent"));
		await refresh();
	};
	const startDenial = own?.publicKey == null ? suppressionText.channelOff : pushObstacle();
	const publicKey = own?.publicKey ?? "";
	return (
		<section className={classes.channel} aria-label={deliveryChannelLabels.push}>
			<div className={classes.channelHead}>
				<h3 className={classes.channelName}>{deliveryChannelLabels.push}</h3>
				{channel?.status === "bouncing" && <StatusChip tone="bad">{t("push.ended")}</StatusChip>}
				{channel?.isDefault && <StatusChip tone="info">{t("usual")}</StatusChip>}
			</div>
			{channel && <p className={classes.lead}>{channel.address}</p>}
			<p className={classes.help}>{channel ? <PushState channel={channel} /> : invitation}</p>
			<div className={classes.actions}>
				{own !== null && (
					<GuardedButton
						denial={startDenial}
						icon={<IconBellRinging size={16} />}
						isLoading={busy === "start"}
						onClick={() => void run("start", () => start(publicKey))}
					>
						{channel ? t("push.useThis") : t("push.notifyThis")}
					</GuardedButton>
				)}
				{channel && channel.status !== "bouncing" && (
					<GuardedButton
						denial={denial}
						icon={<IconSend size={16} />}
						isLoading={busy === "test"}
						onClick={() => void run("test", test)}
					>
						{t("test.send")}
					</GuardedButton>
				)}
				{channel && (
					<GuardedButton
						denial={own === null ? denial : null}
						icon={<IconBellOff size={16} />}
						isLoading={busy === "end"}
						onClick={() => void run("end", end)}
					>
						{t("push.turnOff")}
					</GuardedButton>
				)}
			</div>
			{failure !== null && (
				<div role="alert">
					<Callout tone="bad">{failure}</Callout>
				</div>
			)}
		</section>
	);
}

const invitation = t("push.invitation");

function PushState({ channel }: { channel: ContactDeliveryChannel }) {
	if (channel.status === "bouncing") return suppressionText.browserGone;
	return <LastMessage channel={channel} />;
}

function failureText(error: unknown): string {
	if (error instanceof PushDenied) return error.message;
	const { fields } = readFailure(error);
	return fields.channel ?? fields.endpoint ?? fields.p256dh ?? sentenceFor(error);
}
