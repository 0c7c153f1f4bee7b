import { apiBase, apiDocument } from "./api-document";
import { apiPage } from "./api-page";
import { createDocumentServer } from "./serve-documents";

const documentPath = `${apiBase}/openapi.json`;

export const apiDocumentPaths = [apiBase, `${apiBase}/`, documentPath];

export const serveApiDocument = createDocumentServer(documentPath, async (origin) => {
	const document = apiDocument(origin);
	return { document, page: await apiPage(document, documentPath) };
});
