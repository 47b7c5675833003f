// Makes the site from the Markdown files that `assay docs --out pages` writes.
import anchor from "markdown-it-anchor";

export default function (config) {
  config.addPassthroughCopy({ "style.css": "style.css" });
  config.addGlobalData("layout", "page.njk");
  config.addGlobalData("permalink", () => (data) =>
    data.page.filePathStem === "/README" ? "/index.html" : `${data.page.filePathStem}.html`);
  config.addGlobalData("eleventyComputed", {
    title: (data) => (data.page.rawInput ?? "").match(/^# (.*)$/m)?.[1].replaceAll("\\", "") ?? "assay",
    root: (data) => "../".repeat(data.page.filePathStem.split("/").length - 2) || "./",
  });
  config.amendLibrary("md", (md) => md.use(anchor));
  // Links between the files are links between the pages.
  config.addTransform("links", (html) => html
    .replace(/(href="(?:[^":]*\/)?)README\.md(#[^"]*)?"/g, '$1index.html$2"')
    .replace(/(href="[^":]*)\.md(#[^"]*)?"/g, '$1.html$2"'));
  return {
    dir: { input: "pages", includes: "../layout", output: "site" },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
  };
}
