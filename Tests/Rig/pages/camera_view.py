"""A printed page as a webcam sees it: slightly askew on a desk, unevenly lit, a little soft and noisy."""
import random
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

FONTS = "/usr/share/fonts/truetype/dejavu/"
PAPER, INK, DESK = 236, 34, 96


def camera_view(lines, font, size, seed):
    """The picture, RGB, the same for the same arguments."""
    chance = random.Random(seed)
    width, height = size
    flat = print_page(lines, font, (int(width * 0.94), int(height * 0.94)))
    corners = [(x * width + chance.uniform(-0.006, 0.006) * width, y * height + chance.uniform(-0.006, 0.006) * height)
               for x, y in ((0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.03, 0.97))]
    view = lay_on_desk(flat, corners, size)
    view = ImageChops.multiply(view, light(size, chance))
    view = view.filter(ImageFilter.GaussianBlur(0.45 * height / 720 if height > 720 else 0.45))
    noise = Image.frombytes("L", size, chance.randbytes(width * height))
    view = Image.blend(view, noise, 0.025)
    # A warm lamp: a little more red, a little less blue.
    return Image.merge("RGB", [view.point(lambda v, k=k: min(255, int(v * k))) for k in (1.03, 1.0, 0.94)])


def print_page(lines, font, size):
    """The page seen straight on, drawn at twice its size for smooth edges."""
    width, height = size[0] * 2, size[1] * 2
    page = Image.new("L", (width, height), PAPER)
    draw = ImageDraw.Draw(page)
    pitch = height * 0.92 / len(lines)
    type_face = ImageFont.truetype(FONTS + font, int(pitch * 0.68), layout_engine=ImageFont.Layout.BASIC)
    for number, line in enumerate(lines):
        draw.text((width * 0.05, height * 0.05 + number * pitch), line, fill=INK, font=type_face)
    if any(draw.textlength(line, font=type_face) > width * 0.92 for line in lines):
        raise ValueError("a line is too long for the page")
    return page.resize(size, Image.LANCZOS)


def lay_on_desk(flat, corners, size):
    width, height = flat.size
    mapping = perspective(corners, [(0, 0), (width, 0), (width, height), (0, height)])
    paper = flat.transform(size, Image.PERSPECTIVE, mapping, Image.BICUBIC)
    where = Image.new("L", flat.size, 255).transform(size, Image.PERSPECTIVE, mapping, Image.BILINEAR)
    return Image.composite(paper, Image.new("L", size, DESK), where)


def light(size, chance):
    """Brightest towards one corner, about a fifth darker at the opposite one."""
    across = Image.linear_gradient("L").rotate(90 * chance.randrange(4)).resize(size)
    down = Image.linear_gradient("L").rotate(90 * chance.randrange(4)).resize(size)
    return Image.blend(across, down, 0.5).point(lambda v: 205 + v * 50 // 255)


def perspective(targets, sources):
    """The eight numbers that take a point of the picture (targets) to the flat page (sources)."""
    rows = []
    for (x, y), (u, v) in zip(targets, sources):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):             # Gauss and Jordan
        pivot = max(range(column, 8), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for r in range(8):
            if r != column:
                factor = rows[r][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column])]
    return [row[8] for row in rows]
