import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { ReadingImport } from "../../../shared/reading-import";
import { sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { trpc, trpcClient } from "../../api/trpc";
import { countOf } from "../../ui/format";

const toastMs = 15_000;

/** Undoing an import, by its row in a list or by the toast that tells of it, which outlives the dialog. */
export function useUndoImport() {
	const queryClient = useQueryClient();
	const undoing = useMutation({
		mutationFn: (importId: string) => trpcClient.log.undoImport.mutate({ importId }),
		onSuccess: async ({ fileName }) => {
			toast.success(`The import of ${fileName} is undone.`);
			await Promise.all([
				queryClient.invalidateQueries(trpc.log.pathFilter()),
				queryClient.invalidateQueries(trpc.device.pathFilter()),
			]);
		},
		onError: (error) => {
			reportQueryFailure(error, true);
			toast.error(sentenceFor(error));
		},
	});
	const offerUndo = ({ id, accepted, fileName }: ReadingImport) =>
		toast.success(`Imported ${countOf(accepted, "reading")} from ${fileName}.`, {
			duration: toastMs,
			action: { label: "Undo", onClick: () => undoing.mutate(id) },
		});
	return { undoing, offerUndo };
}
