import { Radio, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { User } from "../../../shared/account/account";
import { type ReportFile, type ReportRun, SignatureMeaning, SignReport } from "../../../shared/report/report";
import { signPurpose } from "../../../shared/session/identity-confirmation";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { useIdentityProof } from "../../forms/identity-proof";
import { errorsFrom } from "../../ui/form/schema-errors";
import { t } from "../../words/made/reports";
import { meaningLabels } from "./report-labels";
import classes from "./sign-run-dialog.module.css";

type SignRunDialogProps = {
	run: Pick<ReportRun, "id">;
	file: ReportFile;
	me: Pick<User, "name" | "email" | "secondStep">;
	onClose: () => void;
};

const declarations: Record<SignatureMeaning, string> = {
	reviewed: t("sign.reviewed.help"),
	approved: t("sign.approved.help"),
	rejected: t("sign.rejected.help"),
};

type Errors = { meaning?: string; reason?: string };

/** A signature is permanent, so it requires the password and the code of a second step. Keeps the input on failure. */
export function SignRunDialog({ run, file, me, onClose }: SignRunDialogProps) {
	const queryClient = useQueryClient();
	const [meaning, setMeaning] = useState<SignatureMeaning | null>(null);
	const [reason, setReason] = useState("");
	const [errors, setErrors] = useState<Errors>({});
	const purpose = signPurpose({ runId: run.id, sha256: file.sha256 });
	const proof = useIdentityProof({ purpose, email: me.email, what: "sign", isSso: me.secondStep === "provider" });

	const reject = (found: Errors): never => {
		setErrors(found);
		throw new NotSent();
	};

	const parsed = (): SignReport => {
		const input = { runId: run.id, fileId: file.id, meaning, reason };
		const complaints = errorsFrom(SignReport, input);
		if (meaning === null) return reject({ meaning: t("chooseWhatYourSignatureMeans") });
		if (complaints.reason !== undefined) return reject({ reason: complaints.reason });
		proof.assertTyped();
		return { ...input, meaning };
	};

	const sign = async () => {
		const input = parsed();
		setErrors({});
		await proof.confirm();
		await trpcClient.report.signReport.mutate(input);
		toast.success(t(`sign.done.${input.meaning}`));
		await queryClient.invalidateQueries(trpc.report.pathFilter());
	};

	return (
		<ActionDialog
			title={t("signThisFile")}
			label={t("sign")}
			run={sign}
			onClose={onClose}
			onRejected={({ reason: why, fields }) => {
				// The password's confirmation lasts two minutes; request it again and keep the rest.
				if (why === "IDENTITY_NOT_CONFIRMED") proof.restart();
				const { meaning: unfit, reason: complaint } = fields;
				if (unfit === undefined && complaint === undefined) return false;
				setErrors({
					...(unfit !== undefined && { meaning: unfit }),
					...(complaint !== undefined && { reason: complaint }),
				});
				return true;
			}}
		>
			<SignedFile file={file} name={me.name} />
			<Radio.Group
				label={t("yourSignatureMeans")}
				value={meaning}
				error={errors.meaning}
				onChange={(chosen) => {
					setMeaning(SignatureMeaning.parse(chosen));
					setErrors({});
				}}
			>
				{SignatureMeaning.options.map((each) => (
					<Radio key={each} mt={8} value={each} {...textsOf(each)} />
				))}
			</Radio.Group>
			<Textarea
				label={meaning === "rejected" ? t("reason") : t("commentOptional")}
				autosize
				minRows={2}
				maxRows={6}
				value={reason}
				error={errors.reason}
				onChange={(event) => {
					setReason(event.currentTarget.value);
					setErrors({});
				}}
			/>
			{proof.fields}
		</ActionDialog>
	);
}

function textsOf(meaning: SignatureMeaning) {
	return { label: meaningLabels[meaning].label, description: declarations[meaning] };
}

function SignedFile({ file, name }: { file: ReportFile; name: string }) {
	return (
		<>
			<dl className={classes.facts}>
				<dt>{t("file")}</dt>
				<dd dir="auto">{file.name}</dd>
				<dt>{t("checksum.name")}</dt>
				<dd className={classes.digits}>{file.sha256}</dd>
				<dt>{t("signedBy")}</dt>
				<dd dir="auto">{name}</dd>
			</dl>
			<p className={classes.note}>{t("sign.permanent")}</p>
		</>
	);
}
