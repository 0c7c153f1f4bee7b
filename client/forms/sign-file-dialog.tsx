import { Radio, Textarea } from "@mantine/core";
import { useState } from "react";
import { toast } from "sonner";
import type { User } from "../../shared/account/account";
import { type ReportFile, SignatureMeaning, StatedSignature } from "../../shared/report/report";
import { signPurpose } from "../../shared/session/identity-confirmation";
import { meaningLabels } from "../entities/signature-meaning";
import { errorsFrom } from "../ui/form/schema-errors";
import layout from "../ui/layout/layouts.module.css";
import { t } from "../words/made/reports";
import { ActionDialog, NotSent } from "./action-dialog";
import { useIdentityProof } from "./identity-proof";
import classes from "./sign-file-dialog.module.css";

type SignFileDialogProps = {
	/** Id of the file's origin: a report's run, or a review of the audit log. */
	madeBy: string;
	file: ReportFile;
	me: Pick<User, "name" | "email" | "secondStep">;
	onSign: (signature: StatedSignature) => Promise<void>;
	onClose: () => void;
};

type Errors = { meaning?: string; reason?: string };

/** A signature is permanent, so it requires the password and the code of a second step. Keeps the input on failure. */
export function SignFileDialog({ madeBy, file, me, onSign, onClose }: SignFileDialogProps) {
	const [meaning, setMeaning] = useState<SignatureMeaning | null>(null);
	const [reason, setReason] = useState("");
	const [errors, setErrors] = useState<Errors>({});
	const purpose = signPurpose({ runId: madeBy, sha256: file.sha256 });
	const proof = useIdentityProof({ purpose, email: me.email, what: "sign", isSso: me.secondStep === "provider" });

	const reject = (found: Errors): never => {
		setErrors(found);
		throw new NotSent();
	};

	const parsed = (): StatedSignature => {
		const input = { meaning, reason };
		const complaints = errorsFrom(StatedSignature, input);
		if (meaning === null) return reject({ meaning: t("chooseWhatYourSignatureMeans") });
		if (complaints.reason !== undefined) return reject({ reason: complaints.reason });
		proof.assertTyped();
		return { ...input, meaning };
	};

	const sign = async () => {
		const input = parsed();
		setErrors({});
		await proof.confirm();
		await onSign(input);
		toast.success(t(`sign.done.${input.meaning}`));
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
	return { label: meaningLabels[meaning].label, description: t(`sign.${meaning}.help`) };
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
			<p className={layout.help}>{t("sign.permanent")}</p>
		</>
	);
}
