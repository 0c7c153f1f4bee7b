import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { ChangeLineFilter, CountLineFilter, filterText, type LineFilter } from "../../../shared/device/line-series";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { useEntityForm } from "../../forms/entity-form";
import { FormFailure, PlainButton, SmallButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { t } from "../../words/made/keys";
import { HeadedSection } from "./source-view";

type LineFiltersProps = { keyId: string; filters: LineFilter[] };

export function LineFilters({ keyId, filters }: LineFiltersProps) {
	const queryClient = useQueryClient();
	const removing = useMutation(
		trpc.account.changeLineFilter.mutationOptions({
			onSuccess: async () => {
				toast.success(t("lines.filterRemoved"));
				await queryClient.invalidateQueries(trpc.account.getLineSource.pathFilter());
			},
			onError: (error) => toast.error(sentenceFor(error)),
		}),
	);
	return (
		<HeadedSection title={t("lines.filters")}>
			<p className={layout.wrappedNote}>{t("lines.filtersLead")}</p>
			{filters.length === 0 ? (
				<NoRows>{t("lines.noFilters")}</NoRows>
			) : (
				<Rows
					rows={filters.map((filter) => ({
						key: filterText(filter),
						name: <code>{filterText(filter)}</code>,
						end: (
							<SmallButton
								aria-label={t("lines.removeFilter", { filter: filterText(filter) })}
								loading={removing.isPending && removing.variables.filter === filter}
								onClick={() => removing.mutate({ keyId, filter, isAccepting: false })}
							>
								{t("lines.remove")}
							</SmallButton>
						),
					}))}
				/>
			)}
			<FilterForm keyId={keyId} />
		</HeadedSection>
	);
}

type Values = { measurement: string; tags: string; field: string };

function FilterForm({ keyId }: Pick<LineFiltersProps, "keyId">) {
	const queryClient = useQueryClient();
	const { form, formProps, isSaving, failure } = useEntityForm({
		initialValues: { measurement: "", tags: "", field: "*" },
		schema: ChangeLineFilter,
		isCreation: true,
		toInput: (values) => ({ keyId, filter: filterOf(values), isAccepting: true }),
		save: (input) => trpcClient.account.changeLineFilter.mutate(input),
		fieldOf: (path) => {
			const [, field = ""] = path.split(".");
			return field === "measurement" || field === "tags" || field === "field" ? field : null;
		},
		onSaved: async () => {
			toast.success(t("lines.filterAdded"));
			form.reset();
			await queryClient.invalidateQueries(trpc.account.getLineSource.pathFilter());
		},
	});
	const values = form.getValues();
	return (
		<form {...formProps} className={layout.column}>
			<TextInput label={t("lines.measurement")} withAsterisk {...form.getInputProps("measurement")} />
			<TextInput label={t("lines.tags")} description={t("lines.tagsHelp")} {...form.getInputProps("tags")} />
			<TextInput label={t("lines.field")} withAsterisk {...form.getInputProps("field")} />
			{values.measurement.trim() !== "" && <AcceptedCount keyId={keyId} filter={filterOf(values)} />}
			<FormFailure failure={failure} />
			<div>
				<PlainButton type="submit" loading={isSaving}>
					{t("lines.addFilter")}
				</PlainButton>
			</div>
		</form>
	);
}

/** `host=cellar*, site`: a tag without a value may have any. */
function filterOf({ measurement, tags, field }: Values): LineFilter {
	const named = tags.split(",").flatMap((text) => {
		const [key = "", ...value] = text.split("=");
		return key.trim() === "" && value.length === 0
			? []
			: { key: key.trim(), value: value.length === 0 ? "*" : value.join("=").trim() };
	});
	return { measurement: measurement.trim(), tags: named, field: field.trim() };
}

const typingMs = 300;

function AcceptedCount(counted: CountLineFilter) {
	const text = JSON.stringify(counted);
	const [requested] = useDebouncedValue(text, typingMs);
	const input = CountLineFilter.safeParse(JSON.parse(requested));
	const { data } = useQuery({
		...trpc.account.countLineFilter.queryOptions(input.success ? input.data : counted),
		enabled: input.success,
		placeholderData: keepPreviousData,
	});
	const isKnown = data !== undefined && input.success;
	return (
		<p className={layout.wrappedNote} role="status">
			{isKnown ? t("lines.filterMatches", { count: data }) : "\u00a0"}
		</p>
	);
}
