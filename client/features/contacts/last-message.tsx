import type { ContactDeliveryChannel } from "../../../shared/message/contact";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/contacts";

type LastMessageProps = { channel: Pick<ContactDeliveryChannel, "lastResult" | "lastResultAt"> };

export function LastMessage({ channel: { lastResult, lastResultAt } }: LastMessageProps) {
	if (lastResult === null) return t("lastMessage.none");
	if (!lastResultAt) return lastResult === "ok" ? t("lastMessage.ok") : t("lastMessage.failed");
	const age = <TimeStamp at={lastResultAt.getTime()} show="age" />;
	return lastResult === "ok" ? rich("lastMessage.okAge", { age }) : rich("lastMessage.failedAge", { age });
}
