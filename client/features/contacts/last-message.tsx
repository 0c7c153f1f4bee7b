import type { ContactDeliveryChannel } from "../../../shared/message/contact";
import { TimeStamp } from "../../ui/time/time-stamp";

type LastMessageProps = { channel: Pick<ContactDeliveryChannel, "lastResult" | "lastResultAt"> };

export function LastMessage({ channel: { lastResult, lastResultAt } }: LastMessageProps) {
	if (lastResult === null) return "Nothing has been sent yet.";
	return (
		<>
			{lastResult === "ok" ? "Last message went well" : "Last message failed"}
			{lastResultAt && (
				<>
					{" "}
					<TimeStamp at={lastResultAt.getTime()} show="age" />
				</>
			)}
			.
		</>
	);
}
