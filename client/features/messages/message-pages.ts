import { infiniteQueryOptions } from "@tanstack/react-query";
import { ContactId } from "../../../shared/ids";
import { limits } from "../../../shared/limits";
import { trpc } from "../../api/trpc";

// Apart from the route, whose own code is in every page.

const dayMs = 24 * 60 * 60 * 1000;
const logPeriods = { day: dayMs, week: 7 * dayMs, month: 31 * dayMs } as const;
export type LogPeriod = keyof typeof logPeriods;

type Shown = { period: LogPeriod | null; contactId: string | undefined };

export const messagePages = ({ period, contactId }: Shown, now: number) =>
	infiniteQueryOptions(
		trpc.message.getMessages.infiniteQueryOptions(
			{
				limit: limits.messagesPerPage,
				...(period && { from: now - logPeriods[period] }),
				...(contactId !== undefined && { contactId }),
			},
			{ getNextPageParam: ({ nextCursor }) => nextCursor },
		),
	);

export const shownBy = ({ period, contact }: { period?: string | undefined; contact?: string | undefined }): Shown => ({
	period: period === "day" || period === "week" || period === "month" ? period : null,
	contactId: ContactId.safeParse(contact).data,
});
