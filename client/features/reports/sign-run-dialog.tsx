import { useQueryClient } from "@tanstack/react-query";
import type { User } from "../../../shared/account/account";
import type { ReportFile, ReportRun } from "../../../shared/report/report";
import { trpc, trpcClient } from "../../api/trpc";
import { SignFileDialog } from "../../forms/sign-file-dialog";

type SignRunDialogProps = {
	run: Pick<ReportRun, "id">;
	file: ReportFile;
	me: Pick<User, "name" | "email" | "secondStep">;
	onClose: () => void;
};

export function SignRunDialog({ run, file, me, onClose }: SignRunDialogProps) {
	const queryClient = useQueryClient();
	return (
		<SignFileDialog
			madeBy={run.id}
			file={file}
			me={me}
			onClose={onClose}
			onSign={async (signature) => {
				await trpcClient.report.signReport.mutate({ runId: run.id, fileId: file.id, ...signature });
				await queryClient.invalidateQueries(trpc.report.pathFilter());
			}}
		/>
	);
}
