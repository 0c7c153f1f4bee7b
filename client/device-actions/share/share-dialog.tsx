import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import {
	CreatePublicLink,
	mostLinkOrigins,
	type NewPublicLink,
	PublicSpan,
	type PublicTarget,
	publicIdOf,
	publicLinkDays,
	publicPagePath,
} from "../../../shared/account/public-link";
import { trpc, trpcClient } from "../../api/trpc";
import { useEntityForm } from "../../forms/entity-form";
import { NewKey, NewKeyDialog } from "../../forms/new-key";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import { Snippet } from "../../ui/form/snippet";
import { t } from "../../words/made/keys";
import classes from "./share.module.css";

type ShareDialogProps = { target: PublicTarget; isOpen: boolean; onClose: () => void };

export function ShareDialog({ target, isOpen, onClose }: ShareDialogProps) {
	return (
		<NewKeyDialog<NewPublicLink>
			isOpen={isOpen}
			onClose={onClose}
			titles={{ form: t("link.title"), key: t("link.made") }}
			form={(onMade) => <ShareForm target={target} onMade={onMade} onCancel={onClose} />}
			newKey={({ link, token }, onDone) => {
				const address = `${window.location.origin}${publicPagePath}${publicIdOf(link.id)}#${token}`;
				return (
					<NewKey what="address" lead={t("link.open", { name: link.name })} help={t("link.open.text")} onDone={onDone}>
						<Snippet title={t("link.address")} text={address} />
						{link.origins.length > 0 && <Snippet title={t("link.frame")} text={frameText(address)} />}
					</NewKey>
				);
			}}
		/>
	);
}

/** The address holds nothing that HTML would read as markup. */
function frameText(address: string): string {
	return `<iframe src="${address}" title="${t("link.frameTitle")}" width="100%" height="640"></iframe>`;
}

type Values = Pick<CreatePublicLink, "name" | "span" | "allowsPicture" | "allowsData"> & {
	days: string;
	origins: string;
};
type ShareFormProps = { target: PublicTarget; onMade: (made: NewPublicLink) => void; onCancel: () => void };

const firstDays = 30;

function ShareForm({ target, onMade, onCancel }: ShareFormProps) {
	const queryClient = useQueryClient();
	// Not a mutation of the query client: the response holds the token, which no cache may keep.
	const { form, formProps, isSaving, failure } = useEntityForm<Values, CreatePublicLink, NewPublicLink>({
		initialValues: {
			name: "",
			span: "day",
			days: String(firstDays),
			allowsPicture: target.kind !== "plan",
			allowsData: false,
			origins: "",
		},
		isCreation: true,
		schema: CreatePublicLink,
		toInput: ({ days, origins, ...values }) => ({
			...values,
			target,
			days: publicLinkDays.find((each) => String(each) === days) ?? firstDays,
			origins: origins.split(/[\s,;]+/).filter((origin) => origin !== ""),
		}),
		fieldOf: (path) => path.split(".")[0] ?? null,
		save: (input) => trpcClient.account.createPublicLink.mutate(input),
		onSaved: (made) => {
			onMade(made);
			void queryClient.invalidateQueries(trpc.account.getPublicLinks.queryFilter());
		},
	});
	const hasChart = target.kind !== "plan";
	return (
		<form {...formProps} className={classes.form}>
			<p>{leadOf(target)}</p>
			<TextInput
				label={t("link.name")}
				description={t("link.name.text")}
				withAsterisk
				autoFocus
				{...form.getInputProps("name")}
			/>
			{hasChart && (
				<Select
					label={t("link.span")}
					value={form.getValues().span}
					data={PublicSpan.options.map((span) => ({ value: span, label: t(`link.span.${span}`) }))}
					onChange={(span) => form.setFieldValue("span", span)}
				/>
			)}
			<Select
				label={t("link.ends")}
				value={form.getValues().days}
				data={publicLinkDays.map((days) => ({
					value: String(days),
					label: days === 365 ? t("link.ends.year") : t("link.ends.days", { days }),
				}))}
				onChange={(days) => form.setFieldValue("days", days)}
			/>
			{hasChart && (
				<>
					<Checkbox label={t("link.picture")} {...form.getInputProps("allowsPicture", { type: "checkbox" })} />
					<Checkbox label={t("link.data")} {...form.getInputProps("allowsData", { type: "checkbox" })} />
				</>
			)}
			<Textarea
				label={t("link.origins")}
				description={t("link.origins.text")}
				maxRows={mostLinkOrigins}
				{...form.getInputProps("origins")}
			/>
			<FormFailure failure={failure} />
			<FormButtons label={t("link.make")} isBusy={isSaving} onCancel={onCancel} />
		</form>
	);
}

function leadOf(target: PublicTarget): string {
	if (target.kind === "plan") return t("link.lead.plan");
	const what =
		target.kind === "device" ? t("link.what.device") : t("link.what.chart", { count: target.channelIds.length });
	return t("link.lead", { what });
}
