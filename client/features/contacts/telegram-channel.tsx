import { Anchor } from "@mantine/core";
import { IconBrandTelegram } from "@tabler/icons-react";
import { useState } from "react";
import type { ContactDetails } from "../../../shared/message/contact";
import type { TelegramCode } from "../../../shared/message/telegram";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { deliveryChannelLabel } from "../../entities/contact";
import { useRun } from "../../forms/action-dialog";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Snippet } from "../../ui/form/snippet";
import layout from "../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/contacts";
import { ActionFailure } from "./channel-actions";
import classes from "./contacts.module.css";

type TelegramChannelProps = { contact: ContactDetails; denial: string | null };

/** Makes a code that joins a chat. Absent once a chat has joined, and without a bot of the operator. */
export function TelegramChannel({ contact, denial }: TelegramChannelProps) {
	const [made, setMade] = useState<TelegramCode | null>(null);
	const { isBusy, error, run } = useRun();
	const hasChat = contact.channels.some(({ channel }) => channel === "telegram");
	if (hasChat || contact.telegramBot == null) return null;
	const start = () =>
		run(async () => setMade(await trpcClient.contact.startTelegram.mutate({ contactId: contact.id })));
	return (
		<section className={classes.channel} aria-label={deliveryChannelLabel("telegram")}>
			<h3 className={classes.channelName}>{deliveryChannelLabel("telegram")}</h3>
			<p className={layout.wrappedNote}>{t("telegram.invitation")}</p>
			{made !== null && (
				<>
					<p className={layout.wrappedNote}>
						{rich("telegram.open", {
							a: (text) => (
								<Anchor
									href={`https://t.me/${made.bot}?start=${made.code}`}
									target="_blank"
									rel="noreferrer"
									inherit
									underline="always"
								>
									{text}
								</Anchor>
							),
							bot: `@${made.bot}`,
							time: <TimeStamp at={made.until.getTime()} />,
						})}
					</p>
					<Snippet title={t("telegram.code")} text={`/start@${made.bot} ${made.code}`} />
				</>
			)}
			<div className={classes.actions}>
				<GuardedButton
					denial={denial}
					icon={<IconBrandTelegram size={16} />}
					isLoading={isBusy}
					onClick={() => void start()}
				>
					{t("telegram.connect")}
				</GuardedButton>
			</div>
			<ActionFailure text={error === null ? null : sentenceFor(error)} />
		</section>
	);
}
