import { Checkbox, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changePurpose, type NeededReason, ReasonText } from "../../../shared/account/change-reasons";
import type { NeededPerson } from "../../../shared/account/four-eyes";
import { accountRecord } from "../../api/account";
import { queryClient } from "../../api/query-client";
import type { GivenReason } from "../../api/reason-request";
import { trpc } from "../../api/trpc";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { useIdentityProof } from "../../forms/identity-proof";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { Select } from "../../ui/form/select";
import { t } from "../../words/made/reasons";

type ReasonDialogProps<Needed> = { needed: Needed; onGiven: (given: GivenReason | null) => void };

const SecondPersonDialog = lazyPart(async () => (await import("./second-person-dialog")).SecondPersonDialog);

const another = "another reason";
const longest = 500;

/** Opens over the form whose change needs it. Closing it fails the change, and the form keeps its input. */
export function ReasonDialog({ needed, onGiven }: ReasonDialogProps<NeededReason | NeededPerson>) {
	if ("isProposable" in needed) return <SecondPersonDialog needed={needed} onGiven={onGiven} />;
	return <ReasonForm needed={needed} onGiven={onGiven} />;
}

function ReasonForm({ needed: { kind, isProven }, onGiven }: ReasonDialogProps<NeededReason>) {
	const { data: account } = useQuery({ ...accountRecord(), enabled: false }, queryClient);
	const { data: settings } = useQuery(trpc.account.getChangeReasons.queryOptions(), queryClient);
	const [chosen, setChosen] = useState<string | null>(null);
	const [typed, setTyped] = useState("");
	const [isForNext, setIsForNext] = useState(false);
	const [error, setError] = useState<string>();
	const { email = "", secondStep = null } = account?.me ?? {};
	const proof = useIdentityProof({
		purpose: changePurpose(kind),
		email,
		what: "change",
		isLeftToBackend: true,
		isSso: secondStep === "provider",
	});
	const listed = settings?.reasons ?? [];
	const isTyped = listed.length === 0 || chosen === another;

	const give = async () => {
		const text = ReasonText.safeParse(isTyped ? typed : (chosen ?? ""));
		if (!text.success) {
			setError(typed.length > longest ? t("ask.tooLong", { most: longest }) : t("ask.missing"));
			throw new NotSent();
		}
		if (isProven) {
			proof.assertTyped();
			await proof.confirm();
		}
		onGiven({ reason: text.data, isForNext });
	};
	const change =
		<Value,>(set: (value: Value) => void) =>
		(value: Value) => {
			set(value);
			setError(undefined);
		};

	return (
		<ActionDialog
			title={t("ask.title")}
			label={t("ask.run")}
			run={give}
			onDone={() => {}}
			onClose={() => onGiven(null)}
		>
			<p>{t("ask.lead", { kind })}</p>
			{listed.length > 0 && (
				<Select
					label={t("ask.reason")}
					data={[...listed, { value: another, label: t("ask.other") }]}
					value={chosen}
					error={isTyped ? undefined : error}
					onChange={change(setChosen)}
				/>
			)}
			{isTyped && (
				<Textarea
					label={t("ask.typed")}
					value={typed}
					error={error}
					onChange={({ currentTarget }) => change(setTyped)(currentTarget.value)}
				/>
			)}
			{isProven ? (
				proof.fields
			) : (
				<Checkbox
					label={t("ask.forNext")}
					checked={isForNext}
					onChange={({ currentTarget }) => setIsForNext(currentTarget.checked)}
				/>
			)}
		</ActionDialog>
	);
}
