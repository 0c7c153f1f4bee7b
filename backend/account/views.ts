import { can } from "../../shared/account/permissions";
import { CreateView, mostViews, type SavedView, UpdateView, ViewTarget } from "../../shared/account/view";
import { errorKey } from "../../shared/base/error-key";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { deleteView, insertView, listViews, saveView, type ViewRow } from "../db/view-rows";
import { devicesInScope, groupsInScope } from "../group/scope";
import { createViewTest } from "./view-scope";

export const viewRouter = router({
	getViews: procedureFor("viewAccount").query(({ ctx }): SavedView[] => visibleViews(ctx).map(viewFor(ctx))),
	createView: procedureFor("viewAccount").input(CreateView).mutation(createView),
	updateView: procedureFor("viewAccount").input(UpdateView).mutation(updateView),
	deleteView: procedureFor("viewAccount").input(ViewTarget).mutation(removeView),
});

type AuthoredRow = ViewRow & { author: string | null };

/** A scope of groups hides shared views that name anything else. */
function visibleViews(ctx: MemberContext): AuthoredRow[] {
	const rows = listViews(ctx.db, ctx.user.id);
	const [groups, devices] = [groupsInScope(ctx), devicesInScope(ctx)];
	if (groups === "all" || devices === "all") return rows;
	if (rows.every(({ userId }) => userId === ctx.user.id)) return rows;
	const isNotifiable = createViewTest(ctx, { groupIds: groups, deviceIds: devices });
	return rows.filter((row) => row.userId === ctx.user.id || isNotifiable(row));
}

function isEditable({ user }: MemberContext, { userId, isShared }: ViewRow): boolean {
	return userId === user.id || (isShared && user.scope === "all" && can(user.role, "customize"));
}

function viewFor(ctx: MemberContext) {
	return (row: AuthoredRow): SavedView => {
		const { userId, author, createdAt: _, ...view } = row;
		const by = userId === ctx.user.id ? null : (author ?? "somebody who has left");
		return { ...view, author: by, isEditable: isEditable(ctx, row) };
	};
}

/** Throws NOT_PERMITTED for sharing, VIEW_LIMIT, and InputError for a taken name. */
function createView({ ctx, input }: Call<CreateView>): SavedView {
	const id = ctx.newId("savedView");
	ctx.audit.change({ savedView: [id] }, () => {
		const row = { ...input, id, userId: ctx.user.id, version: 1, createdAt: new Date(ctx.now) };
		assertAcceptable(ctx, row);
		insertView(ctx.db, row);
	});
	return respond(ctx, id, input.isShared);
}

/** Throws CHANGED_MEANWHILE, VIEW_NOT_FOUND, NOT_PERMITTED, VIEW_LIMIT, and InputError for a taken name. */
function updateView({ ctx, input }: Call<UpdateView>): SavedView {
	const { viewId, version, ...changes } = input;
	const before = ctx.audit.change({ savedView: [viewId] }, () => {
		const { author: _, ...row } = editableOrThrow(ctx, viewId);
		if (row.version !== version) throw domainError("CHANGED_MEANWHILE", { viewId });
		// Only its owner may unshare a view.
		if (row.userId !== ctx.user.id && !changes.isShared) throw domainError("NOT_PERMITTED", { viewId });
		const next = { ...row, ...changes, version: version + 1 };
		assertAcceptable(ctx, next, row);
		saveView(ctx.db, next);
		return row;
	});
	return respond(ctx, viewId, before.isShared || changes.isShared);
}

function removeView({ ctx, input }: Call<ViewTarget>): SavedView {
	const removed = ctx.audit.change({ savedView: [input.viewId] }, () => {
		const row = editableOrThrow(ctx, input.viewId);
		deleteView(ctx.db, row.id);
		return row;
	});
	if (removed.isShared) ctx.invalidations.changed("account", "all");
	return viewFor(ctx)(removed);
}

function respond(ctx: MemberContext, id: string, isForOthers: boolean): SavedView {
	if (isForOthers) ctx.invalidations.changed("account", "all");
	return viewFor(ctx)(visibleOrThrow(ctx, id));
}

function visibleOrThrow(ctx: MemberContext, viewId: string): AuthoredRow {
	const row = visibleViews(ctx).find(({ id }) => id === viewId);
	if (!row) throw domainError("VIEW_NOT_FOUND", { viewId });
	return row;
}

function editableOrThrow(ctx: MemberContext, viewId: string): AuthoredRow {
	const row = visibleOrThrow(ctx, viewId);
	if (!isEditable(ctx, row)) throw domainError("NOT_PERMITTED", { viewId });
	return row;
}

function assertAcceptable(ctx: MemberContext, view: ViewRow, before: ViewRow | null = null): void {
	const { user } = ctx;
	if (view.isShared && !before?.isShared && !(user.scope === "all" && can(user.role, "addNotes"))) {
		const fields = { isShared: errorKey("view.cannotShare") };
		throw domainError("NOT_PERMITTED", { capability: "addNotes" }, { fields });
	}
	const among = listViews(ctx.db, user.id).filter(
		({ id, userId, isShared }) => id !== view.id && (view.isShared ? isShared : !isShared && userId === view.userId),
	);
	if (before?.isShared !== view.isShared && among.length >= mostViews) throw domainError("VIEW_LIMIT", { mostViews });
	const key = view.name.toLowerCase();
	if (among.some(({ screen, name }) => screen === view.screen && name.toLowerCase() === key)) {
		throw new InputError({
			name: view.isShared ? errorKey("view.nameShared") : errorKey("view.nameOwn"),
		});
	}
}
