import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { MessageListRow } from "../../../shared/message/message";
import { readFailure, sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { trpc, trpcClient } from "../../api/trpc";

const unsendable = "Only what failed, was suppressed, or went to a program can be sent again; a code never.";

export function resendDenial({ isResendable }: MessageListRow, denial: string | null): string | null {
	return denial ?? (isResendable ? null : unsendable);
}

export function useResend(): (message: MessageListRow) => Promise<void> {
	const queryClient = useQueryClient();
	return async ({ id, recipient }) => {
		try {
			await trpcClient.message.resendMessage.mutate({ messageId: id });
			toast.success(`The message to ${recipient} is on its way again.`);
		} catch (error) {
			reportQueryFailure(error, true);
			toast.error(readFailure(error).fields.messageId ?? sentenceFor(error));
		}
		await queryClient.invalidateQueries(trpc.message.pathFilter());
	};
}
