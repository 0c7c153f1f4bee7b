import { infiniteQueryOptions } from "@tanstack/react-query";
import { dayMs } from "../../../shared/base/durations";
import { ContactId } from "../../../shared/base/ids";
import { limits } from "../../../shared/base/limits";
import { DeliveryChannel, type GetMessages, MessageClass, MessageState } from "../../../shared/message/message";
import { queryClient, shouldRetry } from "../../api/query-client";
import { trpc } from "../../api/trpc";

// A file of its own: every page loads the code of routes.

const logPeriods = { day: dayMs, week: 7 * dayMs, month: 31 * dayMs } as const;
export type LogPeriod = keyof typeof logPeriods;

export type LogFilters = {
	period: LogPeriod | null;
	states: MessageState[];
	channels: DeliveryChannel[];
	classes: MessageClass[];
	contactId: string | null;
};

type Requested = { [Name in "period" | "status" | "channel" | "class" | "contact"]?: string | undefined };

export function shownBy({ period, status, channel, contact, class: messageClass }: Requested): LogFilters {
	return {
		period: period === "day" || period === "week" || period === "month" ? period : null,
		states: chosen(MessageState.options, status),
		channels: chosen(DeliveryChannel.options, channel),
		classes: chosen(MessageClass.options, messageClass),
		contactId: ContactId.safeParse(contact).data ?? null,
	};
}

function chosen<Option extends string>(options: readonly Option[], text: string | undefined): Option[] {
	const parts = text?.split(",") ?? [];
	return options.filter((option) => parts.includes(option));
}

export function deliveryParameters({ period, states, channels, classes, contactId }: LogFilters, now: number) {
	return {
		...(period && { from: new Date(now - logPeriods[period]).toISOString() }),
		...(states.length > 0 && { state: states.join() }),
		...(channels.length > 0 && { channel: channels.join() }),
		...(classes.length > 0 && { class: classes.join() }),
		...(contactId !== null && { contact: contactId }),
	};
}

export const messagePages = (filters: LogFilters, now: number) =>
	infiniteQueryOptions(
		trpc.message.getMessages.infiniteQueryOptions(askedOf(filters, now), {
			getNextPageParam: ({ nextCursor }) => nextCursor,
		}),
	);

export const messagePage = (filters: LogFilters, now: number) => (cursor: string | undefined) =>
	queryClient.fetchQuery({
		...trpc.message.getMessages.queryOptions({ ...askedOf(filters, now), cursor }),
		retry: shouldRetry,
		gcTime: 0,
	});

function askedOf(filters: LogFilters, now: number): NonNullable<GetMessages> {
	const { period, states, channels, classes, contactId } = filters;
	return {
		limit: limits.messagesPerPage,
		...(period && { from: now - logPeriods[period] }),
		...(states.length > 0 && { states }),
		...(channels.length > 0 && { channels }),
		...(classes.length > 0 && { classes }),
		...(contactId !== null && { contactId }),
	};
}
