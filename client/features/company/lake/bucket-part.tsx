import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { toast } from "sonner";
import {
	type BucketOutcome,
	type Lake,
	type LakeBucket,
	type SavedLakeBucket,
	SaveLakeBucket,
} from "../../../../shared/account/lake";
import { sentenceFor } from "../../../api/api-error";
import { trpcClient } from "../../../api/trpc";
import { ActionDialog, useRun } from "../../../forms/action-dialog";
import { useEntityForm } from "../../../forms/entity-form";
import { Callout } from "../../../ui/feedback/notes";
import { ButtonRow, FormFailure, PlainButton } from "../../../ui/form/buttons";
import { t } from "../../../words/made/lake";
import classes from "../sso/sso.module.css";
import { outcomeText, placeText } from "./lake-words";

type Props = { bucket: LakeBucket | null; onChanged: (lake: Lake) => void };

export function BucketPart({ bucket, onChanged }: Props) {
	const [isEditing, setIsEditing] = useState(false);
	return (
		<section className={classes.part} aria-label={t("bucket")}>
			<h3>{t("bucket")}</h3>
			<p>{t("bucket.lead")}</p>
			{isEditing ? (
				<BucketForm
					bucket={bucket}
					onSaved={(lake) => {
						setIsEditing(false);
						onChanged(lake);
					}}
					onCancel={() => setIsEditing(false)}
				/>
			) : bucket === null ? (
				<ButtonRow>
					<PlainButton onClick={() => setIsEditing(true)}>{t("bucket.enter")}</PlainButton>
				</ButtonRow>
			) : (
				<StoredBucket bucket={bucket} onChanged={onChanged} onEdit={() => setIsEditing(true)} />
			)}
		</section>
	);
}

type StoredProps = { bucket: LakeBucket; onChanged: (lake: Lake) => void; onEdit: () => void };

function StoredBucket({ bucket, onChanged, onEdit }: StoredProps) {
	const [isRemoving, setIsRemoving] = useState(false);
	const { isBusy, error, run } = useRun();
	const place = placeText(bucket);
	const test = () => run(async () => onChanged((await trpcClient.account.testLakeBucket.mutate()).lake));
	return (
		<>
			<p>{t("bucket.at", { place })}</p>
			{bucket.waitingFiles > 0 && <p>{t("bucket.waiting", { files: bucket.waitingFiles })}</p>}
			{bucket.outcome && <Outcome outcome={bucket.outcome} />}
			<FormFailure failure={error === null ? null : sentenceFor(error)} />
			<ButtonRow>
				<PlainButton loading={isBusy} onClick={() => void test()}>
					{t("bucket.test")}
				</PlainButton>
				<PlainButton onClick={onEdit}>{t("bucket.change")}</PlainButton>
				<Button color="red" variant="outline" onClick={() => setIsRemoving(true)}>
					{t("bucket.remove")}
				</Button>
			</ButtonRow>
			{isRemoving && (
				<ActionDialog
					title={t("bucket.remove.title")}
					label={t("bucket.remove")}
					isDangerous
					run={async () => {
						onChanged(await trpcClient.account.removeLakeBucket.mutate());
						toast.success(t("bucket.removed"));
					}}
					onClose={() => setIsRemoving(false)}
				>
					<p>{t("bucket.remove.what", { place })}</p>
				</ActionDialog>
			)}
		</>
	);
}

function Outcome({ outcome }: { outcome: BucketOutcome }) {
	if (outcome.kind === "ok") return <p role="status">{outcomeText(outcome)}</p>;
	return (
		<Callout tone="bad" role="status">
			{outcomeText(outcome)}
		</Callout>
	);
}

type FormProps = { bucket: LakeBucket | null; onSaved: (lake: Lake) => void; onCancel: () => void };

function BucketForm({ bucket, onSaved, onCancel }: FormProps) {
	const [outcome, setOutcome] = useState<BucketOutcome | null>(null);
	const { endpoint = "", bucket: name = "", prefix = "", region = "", keyId = "" } = bucket ?? {};
	// Not a mutation of the query client: its input holds the secret, which no cache may keep.
	const { form, formProps, isSaving, failure } = useEntityForm<
		{ endpoint: string; bucket: string; prefix: string; region: string; keyId: string; secret: string },
		SaveLakeBucket,
		SavedLakeBucket
	>({
		initialValues: { endpoint, bucket: name, prefix, region, keyId, secret: "" },
		schema: SaveLakeBucket,
		toInput: ({ secret, ...place }) => (secret === "" && bucket !== null ? place : { ...place, secret }),
		save: async (input) => {
			setOutcome(null);
			return trpcClient.account.saveLakeBucket.mutate(input);
		},
		onSaved: (saved) => {
			if (saved.outcome.kind !== "ok") return setOutcome(saved.outcome);
			toast.success(t("bucket.saved"));
			onSaved(saved.lake);
		},
	});
	const plain = { spellCheck: false, autoComplete: "off", autoCapitalize: "off" };
	return (
		<form {...formProps} className={classes.claim}>
			<TextInput
				label={t("endpoint")}
				description={t("endpoint.help")}
				inputMode="url"
				{...plain}
				{...form.getInputProps("endpoint")}
			/>
			<TextInput label={t("name")} {...plain} {...form.getInputProps("bucket")} />
			<TextInput label={t("prefix")} description={t("prefix.help")} {...plain} {...form.getInputProps("prefix")} />
			<TextInput label={t("region")} description={t("region.help")} {...plain} {...form.getInputProps("region")} />
			<TextInput label={t("keyId")} {...plain} {...form.getInputProps("keyId")} />
			<PasswordInput
				label={t("secret")}
				description={bucket === null ? undefined : t("secret.kept")}
				{...plain}
				{...form.getInputProps("secret")}
			/>
			{outcome && <Outcome outcome={outcome} />}
			<FormFailure failure={failure} />
			<ButtonRow>
				<PlainButton disabled={isSaving} onClick={onCancel}>
					{t("cancel")}
				</PlainButton>
				<Button type="submit" loading={isSaving}>
					{t("save")}
				</Button>
			</ButtonRow>
		</form>
	);
}
