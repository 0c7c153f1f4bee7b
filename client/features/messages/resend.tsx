import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { MessageListRow } from "../../../shared/message/message";
import { readFailure, sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { trpc, trpcClient } from "../../api/trpc";
import { t } from "../../words/made/contacts";

const unsendable = t("log.resend.lead");

export function resendDenial({ isResendable }: MessageListRow, denial: string | null): string | null {
	return denial ?? (isResendable ? null : unsendable);
}

export function useResend(): (message: MessageListRow) => Promise<void> {
	const queryClient = useQueryClient();
	return async ({ id, recipient }) => {
		try {
			await trpcClient.message.resendMessage.mutate({ messageId: id });
			toast.success(t("log.resend.done", { recipient }));
		} catch (error) {
			reportQueryFailure(error, true);
			toast.error(readFailure(error).fields.messageId ?? sentenceFor(error));
		}
		await queryClient.invalidateQueries(trpc.message.pathFilter());
	};
}
